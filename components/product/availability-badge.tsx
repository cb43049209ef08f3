'use client'

import type { Availability } from '#lib/product/availability.ts'
import { BADGES } from './messages.ts'
import styles from './buy-form.module.css'

/** The badge above the title on a product's page. */
export function AvailabilityBadge({ now }: { now: Availability }) {
  const badge = BADGES[now]
  return badge ? (
    <p className={`${styles.badge} ${now === 'preorder' ? styles.badgePreorder : ''}`}>{badge}</p>
  ) : null
}
