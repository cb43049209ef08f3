import type { ReactNode } from 'react'

import { findMotif } from '#lib/garment/motif.ts'
import styles from './half-line.module.css'

const { sheet, outline, color } = findMotif('ridge')

/** The line that stops in the air, on a sheet whose other half is empty; children lie over it, in the sheet's shape. */
export function HalfLine({ label, children }: { label: string; children?: ReactNode }) {
  return (
    <div className={styles.sheet}>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a drawing with a name, in the page itself */}
      <svg viewBox={sheet} role="img" aria-label={label} className={styles.line}>
        <path d={outline} fill={color} />
      </svg>
      {children}
    </div>
  )
}
