'use client'

import { LINE_COLORS, type LineColor } from '#lib/camera/scene.ts'
import { threadColor } from '#lib/camera/stickers.ts'
import type { Motif } from '#lib/garment/motif.ts'
import styles from './camera.module.css'
import { LINE_COLOR_NAMES } from './messages.ts'

/** The colours of the drawing's line. */
export function DrawingPanel({
  motif,
  chosen,
  onChoose,
}: {
  motif: Motif
  chosen: LineColor
  onChoose: (lineColor: LineColor) => void
}) {
  return (
    <fieldset className={styles.row} aria-label="圖案的線色">
      {LINE_COLORS.map((lineColor) => (
        <button
          key={lineColor}
          type="button"
          className={styles.swatch}
          aria-pressed={chosen === lineColor}
          onClick={() => onChoose(lineColor)}
        >
          <span style={{ background: threadColor(lineColor, motif) }} />
          {LINE_COLOR_NAMES[lineColor]}
        </button>
      ))}
    </fieldset>
  )
}
