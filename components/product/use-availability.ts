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

// Milliseconds by which this device's clock is ahead of the shop's; unknown until it makes a difference.
let ahead: number | undefined
let isRequesting = false
const listeners = new Set<() => void>()

async function requestShopTime(): Promise<void> {
  if (ahead !== undefined || isRequesting) return
  isRequesting = true
  const late = await import('./shop-clock.ts').catch(() => undefined)
  ahead = await late?.clockAhead()
  isRequesting = false
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
        if (availability(stock, shopTime()) !== initialAvailability) void requestShopTime()
        listener()
      }
      listeners.add(listener)
      document.addEventListener('visibilitychange', look)
      const now = shopTime()
      const rest = (nextChange(stock, now)?.getTime() ?? 0) - now.getTime()
      const timer = rest > 0 ? setTimeout(look, Math.min(rest, LONGEST_TIMEOUT)) : undefined
      if (availability(stock, now) !== initialAvailability) void requestShopTime()
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
