'use client'

import type { Availability, StockInfo } from '#lib/product/availability.ts'
import { useAvailability } from './use-availability.ts'

/** The HTML that is told of a product sold as it is now; the others wait for a day that passes. */
export function StoryBySale({
  stock,
  initialAvailability,
  stories,
  told,
  className,
}: {
  stock: StockInfo
  initialAvailability: Availability
  /** The different texts, and which of them each state tells. */
  stories: readonly string[]
  told: Readonly<Record<Availability, number>>
  className: string
}) {
  const html = stories[told[useAvailability(stock, initialAvailability)]] ?? ''
  return <div className={className} dangerouslySetInnerHTML={{ __html: html }} />
}
