import { findMotif } from '#lib/garment/motif.ts'
import { ENDINGS } from '#lib/half/endings.ts'
import { BRUSH_WIDTH, motifSheet } from '#lib/half/half-drawing.ts'
import type { MotifName } from '#lib/product/product.ts'
import { GIVE_HALF_PATH } from '#lib/routes/paths.ts'
import { HalfSurface } from './half-surface.tsx'
import styles from './other-half.module.css'

const LABELS: Readonly<Record<MotifName, string>> = {
  ridge: '一線山稜，畫過七個起伏，停在半空；另一半空著',
  circle: '一筆圓，留著一個開口',
}

/** A style's drawing whose other half a visitor draws; what was drawn stays on the device, the same on every page. */
export function OtherHalf({ name, className = '' }: { name: MotifName; className?: string }) {
  const { sheet, outline, color, end } = findMotif(name)
  const [x, y] = end
  return (
    <div className={`${styles.half} ${className}`} data-motif={name}>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a drawing with a name, in the page itself */}
      <svg viewBox={sheet} role="img" aria-label={LABELS[name]} className={styles.line}>
        <path d={outline} fill={color} />
      </svg>
      <HalfSurface
        motif={name}
        sheet={motifSheet(name)}
        end={[Math.round(x), Math.round(y)]}
        color={color}
        width={BRUSH_WIDTH[name]}
        endings={ENDINGS[name]}
        give={GIVE_HALF_PATH}
      />
    </div>
  )
}
