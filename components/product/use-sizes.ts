'use client'

import { useEffect, useState, type RefObject } from 'react'
import { useBrowserValue } from '#components/ui/use-browser-value.ts'
import type { CheckCart } from '#components/cart/use-cart-check.ts'
import {
  type Availability,
  hasPieces,
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
    import('./ask-sizes.ts')
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
  return new Set(sizes.filter((size) => gone.includes(size) || !hasPieces(stock, size)))
}

/** The chosen size and its setter. Starts with the address's size or the first available one. */
export function useSize(sizes: readonly [Size, ...Size[]], soldOut: ReadonlySet<Size>) {
  const named = useBrowserValue(() => new URLSearchParams(window.location.search).get('size'), null)
  const [chosen, choose] = useState<Size>()
  const wanted = chosen ?? sizes.find((size) => size === named)
  const size = wanted ?? sizes.find((one) => !soldOut.has(one)) ?? sizes[0]
  return { size, isChosen: wanted !== undefined, choose } as const
}

/** The chosen colour and its setter. Starts with the address's colour or the first. */
export function useColor(colors: readonly { readonly name: string }[]) {
  const named = useBrowserValue(
    () => new URLSearchParams(window.location.search).get('color'),
    null,
  )
  const [chosen, setColor] = useState<string>()
  const { name = '' } = colors.find(({ name }) => name === (chosen ?? named)) ?? colors[0] ?? {}
  return [name, setColor] as const
}

// Between the header and the bars along a phone's lower edge, whether they are shown or not.
const FREE = { rootMargin: '-64px 0px -125px 0px', threshold: 1 }

/** Whether all of an element is in the free part of the window; undefined until that is known. */
export function useInSight(watch: RefObject<HTMLElement | null>): boolean | undefined {
  const [isInSight, setInSight] = useState<boolean>()
  useEffect(() => {
    if (!watch.current) return undefined
    const observer = new IntersectionObserver(
      (entries) => setInSight(entries.at(-1)?.isIntersecting),
      FREE,
    )
    observer.observe(watch.current)
    return () => observer.disconnect()
  }, [watch])
  return isInSight
}
