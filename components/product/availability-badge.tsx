'use client'

import type { Availability, Stocked } from '#lib/product/availability.ts'

import { BADGES } from './messages.ts'
import styles from './availability-band.module.css'
import { useAvailability } from './use-availability.ts'

/** The badge above the title on a product's page. */
export function AvailabilityBadge({
  stocked,
  whenGenerated,
}: {
  stocked: Stocked
  whenGenerated: Availability
}) {
  const now = useAvailability(stocked, whenGenerated)
  const badge = BADGES[now]
  return badge ? <p className={`${styles.badge} ${styles[`${now}-badge`] ?? ''}`}>{badge}</p> : null
}
