import { findMotif } from '#lib/garment/garment.ts'
import type { MotifName } from '#lib/product/product.ts'

/** The drawing as embroidered. Decorative; the text beside it names it. */
export function MotifDrawing({ name }: { name: MotifName }) {
  const { viewBox, color, paths, rest } = findMotif(name)
  return (
    <svg
      viewBox={viewBox}
      aria-hidden="true"
      fill="none"
      stroke={color}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {[...paths, ...rest].map(({ d, strokeWidth }) => (
        <path key={d} d={d} strokeWidth={strokeWidth} />
      ))}
    </svg>
  )
}
