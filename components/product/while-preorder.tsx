'use client'

import type { ReactNode } from 'react'

import type { Availability, StockInfo } from '#lib/product/availability.ts'

import { useAvailability } from './use-availability.ts'

/** Shows its children while the pre-order runs. */
export function WhilePreorder({
  stock,
  initialAvailability,
  children,
}: {
  stock: StockInfo
  initialAvailability: Availability
  children: ReactNode
}) {
  return useAvailability(stock, initialAvailability) === 'preorder' ? children : null
}
