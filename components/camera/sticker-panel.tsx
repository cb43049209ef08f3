'use client'

import type { StickerKind } from '#lib/camera/scene.ts'
import { STICKERS } from '#lib/camera/sticker-names.ts'
import { type Shape, stickerShapes } from '#lib/camera/stickers.ts'
import styles from './camera.module.css'
import { STICKER_NAMES } from './messages.ts'

/** The stickers, one's own half first; a press puts one on the picture. */
export function StickerPanel({
  half,
  onAdd,
}: {
  half: readonly Shape[]
  onAdd: (sticker: StickerKind) => void
}) {
  const own: readonly StickerKind[] = half.length > 0 ? ['half'] : []
  return (
    <fieldset className={styles.row} aria-label="加入貼圖">
      {[...own, ...STICKERS].map((name) => (
        <button key={name} type="button" className={styles.sticker} onClick={() => onAdd(name)}>
          <svg viewBox="0 0 100 100" aria-hidden="true">
            {(name === 'half' ? half : stickerShapes(name)).map(({ d, fill, line, lineWidth }) => (
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
