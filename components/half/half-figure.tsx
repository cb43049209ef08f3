import { findMotif } from '#lib/garment/motif.ts'
import { drawnPath, type DrawnHalf } from '#lib/half/half-drawing.ts'
import type { MotifName } from '#lib/product/product.ts'
import styles from './half-figure.module.css'

const idOf = (motif: MotifName) => `motif-${motif}`

/** The lines of these motifs once for a page; the figures on it use them. */
export function MotifLines({ motifs }: { motifs: readonly MotifName[] }) {
  const names = [...new Set(motifs)]
  return (
    <svg width="0" height="0" className={styles.lines} aria-hidden="true">
      <defs>
        {names.map((name) => (
          <path key={name} id={idOf(name)} d={findMotif(name).outline} />
        ))}
      </defs>
    </svg>
  )
}

/** A motif with the other half that somebody drew; `MotifLines` must be on the page. Decorative: words beside it say what it is. */
export function HalfFigure({ drawn }: { drawn: DrawnHalf }) {
  const { sheet, color } = findMotif(drawn.motif)
  return (
    <svg viewBox={sheet} className={styles.figure} aria-hidden="true" data-half={drawn.motif}>
      <use href={`#${idOf(drawn.motif)}`} fill={color} />
      <path d={drawnPath(drawn)} fill={color} />
    </svg>
  )
}
