'use client'

import type { Availability } from '#lib/product/availability.ts'
import styles from './buy-form.module.css'
import { BADGES } from './messages.ts'

/** The badge above the title on a product's page. */
export function AvailabilityBadge({ now }: { now: Availability }) {
  const badge = BADGES[now]
  return badge ? (
    <p className={`${styles.badge} ${now === 'preorder' ? styles.badgePreorder : ''}`}>{badge}</p>
  ) : null
}
