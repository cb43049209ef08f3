import { useMemo } from 'react'

import { useSavedHalf } from '#components/half/saved-half.ts'
import { halfSticker, type Shape } from '#lib/camera/stickers.ts'
import type { Motif } from '#lib/garment/motif.ts'
import { sheetOf } from '#lib/half/half.ts'
import type { MotifName } from '#lib/product/product.ts'

const NONE: readonly Shape[] = []

/** The half that this browser keeps of a motif, as a sticker; without shapes where it keeps none. */
export function useOwnSticker(
  name: MotifName | undefined,
  motif: Motif | undefined,
): readonly Shape[] {
  const sheet = useMemo(() => sheetOf(motif?.sheet ?? ''), [motif])
  const kept = useSavedHalf(name ?? '', sheet)
  return useMemo(
    () => (motif && kept.length > 0 ? halfSticker(kept, motif.color) : NONE),
    [kept, motif],
  )
}
