'use client'

import type { Size } from '#lib/product/sizes.ts'
import { useBrowserValue } from '#components/ui/use-browser-value.ts'
import { useState } from 'react'

/** The chosen size and its setter. Starts with the address's size or the first available one. */
export function useSize(sizes: readonly [Size, ...Size[]], soldOut: ReadonlySet<Size>) {
  const named = useBrowserValue(() => new URLSearchParams(window.location.search).get('size'), null)
  const [chosen, choose] = useState<Size>()
  const wanted = chosen ?? sizes.find((size) => size === named)
  const size = wanted ?? sizes.find((one) => !soldOut.has(one)) ?? sizes[0]
  return { size, isChosen: wanted !== undefined, choose } as const
}
