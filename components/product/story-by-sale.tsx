'use client'

import type { Availability, StockInfo } from '#lib/product/availability.ts'
import { useAvailability } from './use-availability.ts'

/** The part of a product's text that follows how it is sold now; the others wait for a day that passes. */
export function StoryBySale({
  stock,
  initialAvailability,
  stories,
  told,
  className,
}: {
  stock: StockInfo
  initialAvailability: Availability
  /** The different parts, and which of them each state tells. */
  stories: readonly string[]
  told: Readonly<Record<Availability, number>>
  className: string
}) {
  const html = stories[told[useAvailability(stock, initialAvailability)]] ?? ''
  return html === '' ? null : (
    <div className={className} dangerouslySetInnerHTML={{ __html: html }} />
  )
}
