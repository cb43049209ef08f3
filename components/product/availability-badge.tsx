import type { Availability } from '#lib/product/availability.ts'

import styles from './availability-badge.module.css'
import { BADGES } from './messages.ts'

/** The badge above the title on a product's page. */
export function AvailabilityBadge({ now }: { now: Availability }) {
  const badge = BADGES[now]
  return badge ? <p className={`${styles.badge} ${styles[now] ?? ''}`}>{badge}</p> : null
}
