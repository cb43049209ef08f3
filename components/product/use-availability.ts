'use client'

import { useCallback, useSyncExternalStore } from 'react'

import { type Availability, type StockInfo, availability } from '#lib/product/availability.ts'
import { endOfTaipeiDay } from '#lib/time/taipei-day-end.ts'

// Browsers turn a longer timeout into none at all.
const LONGEST_TIMEOUT = 2 ** 31 - 1

/**
 * Availability by this browser's clock, since the page may be cached. Updates at the next deadline.
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
