'use client'

import { useEffect, useState, useSyncExternalStore } from 'react'

import type { CheckCart } from '#components/cart/use-cart-check.ts'
import { MIN_QUANTITY } from '#lib/cart/cart.ts'
import { type Availability, hasPieces, type StockInfo } from '#lib/product/availability.ts'
import type { Size } from '#lib/product/sizes.ts'

type SizedProduct = {
  readonly id: string
  readonly color: string
  readonly sizes: readonly Size[]
  readonly stock: StockInfo
}

/**
 * The sizes of a product in stock that are sold out by themselves: those without pieces in its file,
 * and where sizes are counted those that the shop says are gone. Without an answer the order decides.
 */
export function useSoldOutSizes(
  { id, color, sizes, stock }: SizedProduct,
  now: Availability,
  check: CheckCart,
): ReadonlySet<Size> {
  const [gone, setGone] = useState<readonly Size[]>([])
  const isCounted = now === 'in-stock' && stock.stock_by_size !== undefined
  useEffect(() => {
    let isCurrent = true
    if (!isCounted) return undefined
    check(sizes.map((size) => ({ id, color, size, quantity: MIN_QUANTITY }))).then(
      (answer) => isCurrent && answer && setGone(answer.refused.map(({ line }) => line.size)),
      () => {},
    )
    return () => {
      isCurrent = false
    }
  }, [isCounted, id, color, sizes, check])
  if (now !== 'in-stock') return new Set()
  return new Set(sizes.filter((size) => gone.includes(size) || !hasPieces(stock, size)))
}

const neverChanges = () => () => {}
const inAddress = () => new URLSearchParams(window.location.search).get('size')
const onServer = () => null

/**
 * The chosen size, whether somebody chose it, and how to choose another.
 * It starts with the first one that is not sold out, or with the one named in the address by a search engine.
 */
export function useSize(sizes: readonly [Size, ...Size[]], soldOut: ReadonlySet<Size>) {
  const named = useSyncExternalStore(neverChanges, inAddress, onServer)
  const [chosen, choose] = useState<Size>()
  const wanted = chosen ?? sizes.find((size) => size === named)
  const size = wanted ?? sizes.find((one) => !soldOut.has(one)) ?? sizes[0]
  return { size, isChosen: wanted !== undefined, choose } as const
}
