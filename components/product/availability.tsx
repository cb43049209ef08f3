'use client'

import { useCallback, useSyncExternalStore, type ReactNode } from 'react'
import {
  type Availability,
  availability,
  nextChange,
  type StockInfo,
  sellsStock,
} from '#lib/product/availability.ts'
import styles from './availability.module.css'
import { BADGES } from './messages.ts'

// Browsers turn a longer timeout into none at all.
const LONGEST_TIMEOUT = 2 ** 31 - 1

/** Any address that nothing between keeps: its Date is the shop's time, to the second. */
const SHOP_CLOCK = '/api/health/live'

// Milliseconds by which this device's clock is ahead of the shop's; unknown until it makes a difference.
let ahead: number | undefined
let isAsking = false
const listeners = new Set<() => void>()

async function askShopTime(): Promise<void> {
  if (ahead !== undefined || isAsking) return
  isAsking = true
  try {
    const { headers } = await fetch(SHOP_CLOCK, { method: 'HEAD', cache: 'no-store' })
    const shop = Date.parse(headers.get('date') ?? '')
    if (Number.isFinite(shop)) ahead = Date.now() - shop
  } catch {
    // Without network the page stays as the shop made it, and the shop decides at the order.
  } finally {
    isAsking = false
  }
  for (const listen of listeners) listen()
}

const shopTime = () => new Date(Date.now() - (ahead ?? 0))

/**
 * Availability now, since the page may be cached: where this device's clock says otherwise than the page, the
 * shop is asked for the time, so that a clock that is wrong sells nothing else. Updates when the next of the
 * product's days passes.
 */
export function useAvailability(stock: StockInfo, initialAvailability: Availability): Availability {
  const subscribe = useCallback(
    (listener: () => void) => {
      const look = () => {
        if (availability(stock, shopTime()) !== initialAvailability) void askShopTime()
        listener()
      }
      listeners.add(listener)
      document.addEventListener('visibilitychange', look)
      const now = shopTime()
      const rest = (nextChange(stock, now)?.getTime() ?? 0) - now.getTime()
      const timer = rest > 0 ? setTimeout(look, Math.min(rest, LONGEST_TIMEOUT)) : undefined
      if (availability(stock, now) !== initialAvailability) void askShopTime()
      return () => {
        listeners.delete(listener)
        document.removeEventListener('visibilitychange', look)
        clearTimeout(timer)
      }
    },
    [stock, initialAvailability],
  )
  return useSyncExternalStore(
    subscribe,
    () => (ahead === undefined ? initialAvailability : availability(stock, shopTime())),
    () => initialAvailability,
  )
}

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

/** Shows its children while the pre-order runs, and `instead` once it is over. */
export function WhilePreorder({
  stock,
  initialAvailability,
  instead,
  children,
}: {
  stock: StockInfo
  initialAvailability: Availability
  instead: ReactNode
  children: ReactNode
}) {
  return useAvailability(stock, initialAvailability) === 'preorder' ? children : instead
}

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
