'use client'

import type { ReactNode } from 'react'

import type { Availability, StockInfo } from '#lib/product/availability.ts'
import { useAvailability } from './use-availability.ts'

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
