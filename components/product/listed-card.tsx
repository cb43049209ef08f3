import type { ComponentProps } from 'react'

import { AvailabilityBand } from './availability-band.tsx'
import { bandOf } from './band-of.ts'
import { ProductCard } from './product-card.tsx'

/** A product in a listing, with the band that follows its deadline. */
export function ListedCard(card: Omit<ComponentProps<typeof ProductCard>, 'children'>) {
  return (
    <ProductCard {...card}>
      <AvailabilityBand {...bandOf(card.product)} />
    </ProductCard>
  )
}
