'use client'

import { type Availability, type StockInfo, availability } from '#lib/product/availability.ts'

import styles from './availability.module.css'
import { useCallback, useSyncExternalStore, type ReactNode } from 'react'
import { endOfTaipeiDay } from '#lib/site/taipei-day-end.ts'

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
  if (now === 'in-stock') return null
  const preorder = until === undefined ? '預購中' : `預購至 ${until}`
  return <p className={styles[now]}>{now === 'preorder' ? preorder : '已售完'}</p>
}

// Browsers turn a longer timeout into none at all.
const LONGEST_TIMEOUT = 2 ** 31 - 1

/**
 * Whether a product can be bought by this browser's clock. The page may be older than a deadline.
 * Changes when the deadline passes.
 */
export function useAvailability(stock: StockInfo, initialAvailability: Availability): Availability {
  const { preorder_deadline } = stock
  const subscribe = useCallback(
    (listener: () => void) => {
      document.addEventListener('visibilitychange', listener)
      const rest = preorder_deadline ? endOfTaipeiDay(preorder_deadline).getTime() - Date.now() : 0
      const timer = rest > 0 ? setTimeout(listener, Math.min(rest, LONGEST_TIMEOUT)) : undefined
      return () => {
        document.removeEventListener('visibilitychange', listener)
        clearTimeout(timer)
      }
    },
    [preorder_deadline],
  )
  return useSyncExternalStore(
    subscribe,
    () => availability(stock, new Date()),
    () => initialAvailability,
  )
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
