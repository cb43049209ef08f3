import { findMotif } from '#lib/garment/motif.ts'
import type { MotifName } from '#lib/product/product.ts'

/** The drawing as embroidered. Decorative; the text beside it names it. */
export function MotifDrawing({ name }: { name: MotifName }) {
  const { viewBox, color, outline } = findMotif(name)
  return (
    <svg viewBox={viewBox} aria-hidden="true">
      <path d={outline} fill={color} />
    </svg>
  )
}
