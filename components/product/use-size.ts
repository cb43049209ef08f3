'use client'

import { useState } from 'react'

import { useBrowserValue } from '#components/ui/use-browser-value.ts'
import type { Size } from '#lib/product/sizes.ts'

/** The chosen size and its setter. Starts with the address's size or the first available one. */
export function useSize(sizes: readonly [Size, ...Size[]], soldOut: ReadonlySet<Size>) {
  const named = useBrowserValue(() => new URLSearchParams(window.location.search).get('size'), null)
  const [chosen, choose] = useState<Size>()
  const wanted = chosen ?? sizes.find((size) => size === named)
  const size = wanted ?? sizes.find((siz) => !soldOut.has(siz)) ?? sizes[0]
  return { size, isChosen: wanted !== undefined, choose } as const
}
