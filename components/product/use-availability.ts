'use client'

import { useCallback, useSyncExternalStore } from 'react'

import {
  type Availability,
  availability,
  nextChange,
  type StockInfo,
} from '#lib/product/availability.ts'

// Browsers turn a longer timeout into none at all.
const LONGEST_TIMEOUT = 2 ** 31 - 1

/**
 * Availability by this browser's clock, since the page may be cached. Updates when the next of its days
 * passes.
 */
export function useAvailability(stock: StockInfo, initialAvailability: Availability): Availability {
  const subscribe = useCallback(
    (listener: () => void) => {
      document.addEventListener('visibilitychange', listener)
      const now = new Date()
      const rest = (nextChange(stock, now)?.getTime() ?? 0) - now.getTime()
      const timer = rest > 0 ? setTimeout(listener, Math.min(rest, LONGEST_TIMEOUT)) : undefined
      return () => {
        document.removeEventListener('visibilitychange', listener)
        clearTimeout(timer)
      }
    },
    [stock],
  )
  return useSyncExternalStore(
    subscribe,
    () => availability(stock, new Date()),
    () => initialAvailability,
  )
}
