'use client'

import { type StickerName, STICKERS } from '#lib/camera/sticker-names.ts'
import { stickerShapes } from '#lib/camera/stickers.ts'
import styles from './camera.module.css'
import { STICKER_NAMES } from './messages.ts'

/** The stickers; a press puts one on the picture. */
export function StickerPanel({ onAdd }: { onAdd: (sticker: StickerName) => void }) {
  return (
    <fieldset className={styles.row} aria-label="加入貼圖">
      {STICKERS.map((name) => (
        <button key={name} type="button" className={styles.sticker} onClick={() => onAdd(name)}>
          <svg viewBox="0 0 100 100" aria-hidden="true">
            {stickerShapes(name).map(({ d, fill, line, lineWidth }) => (
              <path
                key={d}
                d={d}
                fill={fill ?? 'none'}
                stroke={line ?? 'none'}
                strokeWidth={lineWidth}
                strokeLinecap="round"
                strokeLinejoin="round"
              />
            ))}
          </svg>
          <span className="visually-hidden">{STICKER_NAMES[name]}</span>
        </button>
      ))}
    </fieldset>
  )
}
