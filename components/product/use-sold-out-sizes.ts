'use client'
import { useEffect, useState } from 'react'

import type { CheckCart } from '#components/cart/use-cart-check.ts'
import {
  type Availability,
  hasUnits,
  sellsStock,
  type StockInfo,
} from '#lib/product/availability.ts'
import type { Size } from '#lib/product/sizes.ts'

type SizedProduct = {
  readonly id: string
  readonly color: string
  readonly sizes: readonly Size[]
  readonly stock: StockInfo
}

/**
 * Sold-out sizes of a product in stock: from its file, and from the shop where sizes are counted.
 */
export function useSoldOutSizes(
  { id, color, sizes, stock }: SizedProduct,
  now: Availability,
  check: CheckCart,
): ReadonlySet<Size> {
  const [gone, setGone] = useState<readonly Size[]>([])
  const isCounted = sellsStock(now) && stock.stock_by_size !== undefined
  useEffect(() => {
    let isCurrent = true
    if (!isCounted) return undefined
    import('./sold-out-of.ts')
      .then(({ soldOutOf }) => soldOutOf({ id, color, sizes }, check))
      .then(
        (refused) => isCurrent && setGone(refused),
        () => {},
      )
    return () => {
      isCurrent = false
    }
  }, [isCounted, id, color, sizes, check])
  if (!sellsStock(now)) return new Set()
  return new Set(sizes.filter((size) => gone.includes(size) || !hasUnits(stock, size)))
}
