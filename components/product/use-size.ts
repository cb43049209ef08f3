import { useState, useSyncExternalStore } from 'react'

import type { Size } from '#lib/product/sizes.ts'

const neverChanges = () => () => {}
const inAddress = () => new URLSearchParams(window.location.search).get('size')
const onServer = () => null

/** The size at hand, whether somebody chose it, and how another is chosen: the first, unless the address names one, as it does where a search engine leads to it. */
export function useSize(sizes: readonly [Size, ...Size[]]) {
  const named = useSyncExternalStore(neverChanges, inAddress, onServer)
  const [chosen, choose] = useState<Size>()
  const wanted = chosen ?? sizes.find((size) => size === named)
  return { size: wanted ?? sizes[0], isChosen: wanted !== undefined, choose } as const
}
