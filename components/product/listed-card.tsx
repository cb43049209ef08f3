import type { ComponentProps } from 'react'

import { availability, stockInfoOf } from '#lib/product/availability.ts'
import { formatDay } from '#lib/time/taipei-time.ts'

import { AvailabilityBand } from './availability.tsx'
import { ProductCard } from './product-card.tsx'

/** A product in a listing, with the band that follows its deadline. */
export function ListedCard(card: Omit<ComponentProps<typeof ProductCard>, 'children'>) {
  const { product } = card
  const deadline = product.preorder_deadline
  return (
    <ProductCard {...card}>
      <AvailabilityBand
        stock={stockInfoOf(product)}
        initialAvailability={availability(product)}
        until={deadline === undefined ? undefined : formatDay(deadline)}
      />
    </ProductCard>
  )
}
