'use client'
import { type Availability, sellsStock, type StockInfo } from '#lib/product/availability.ts'
import styles from './availability.module.css'
import { BADGES } from './messages.ts'
import { useAvailability } from './use-availability.ts'

/** The band on a listing card: until when a pre-order runs, or that the shirt is sold out. */
export function AvailabilityBand({
  stock,
  initialAvailability,
  until,
}: {
  stock: StockInfo
  initialAvailability: Availability
  until: string | undefined
}) {
  const now = useAvailability(stock, initialAvailability)
  if (sellsStock(now)) return null
  const preorder = until === undefined ? BADGES.preorder : `預購至 ${until}`
  return <p className={styles[now]}>{now === 'preorder' ? preorder : BADGES[now]}</p>
}
