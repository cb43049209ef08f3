'use client'

import { type ComponentProps, lazy, Suspense } from 'react'

import type { AvailabilityBand } from './availability-band.tsx'

type BandProps = ComponentProps<typeof AvailabilityBand>

const Band = lazy(async () => {
  const late = await import('#components/product/availability-band.tsx').catch(() => undefined)
  const Late = late?.AvailabilityBand
  return { default: (props: BandProps) => (Late ? <Late {...props} /> : null) }
})

/** The band of a card that a page seldom shows: its code comes with it. */
export function LateBand(props: BandProps) {
  return (
    <Suspense>
      <Band {...props} />
    </Suspense>
  )
}
