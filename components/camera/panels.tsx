'use client'

import { useEffect, useEffectEvent, useRef } from 'react'

import { FILTERS, type FilterName, filterPixels, findFilter } from '#lib/camera/filters.ts'
import { LOOPS, type LoopName, LINE_COLORS, type LineColor } from '#lib/camera/scene.ts'
import { threadColor, STICKERS, type StickerName, stickerShapes } from '#lib/camera/stickers.ts'
import type { Motif } from '#lib/garment/motif.ts'

import styles from './camera.module.css'
import { CameraIcon } from './camera-icon.tsx'
import { FILTER_NAMES, LINE_COLOR_NAMES, LOOP_NAMES, STICKER_NAMES } from './messages.ts'
import { paintPhoto, type Shot } from './painter.ts'
import type { MusicControl } from './use-music.ts'

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

const THUMB = { width: 48, height: 60 }

/** A small filtered photo, taken once per `photo` or opening: a live row would cost frames. */
function FilterThumb({
  filter,
  photo,
  getShot,
}: {
  filter: FilterName
  photo: HTMLCanvasElement | undefined
  getShot: () => Shot
}) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const paint = useEffectEvent((still: HTMLCanvasElement | undefined) => {
    const context = canvas.current?.getContext('2d', { willReadFrequently: true })
    if (!context) return
    const { width, height } = THUMB
    const shot = getShot()
    paintPhoto(context, { ...shot, source: still ?? shot.source })
    const picture = context.getImageData(0, 0, width, height)
    filterPixels(picture.data, width, findFilter(filter))
    context.putImageData(picture, 0, 0)
  })
  useEffect(() => paint(photo), [photo])
  return <canvas ref={canvas} {...THUMB} aria-hidden="true" />
}

/** The filters, each shown on the photo. */
export function FilterPanel({
  chosen,
  photo,
  getShot,
  onChoose,
}: {
  chosen: FilterName
  photo: HTMLCanvasElement | undefined
  getShot: () => Shot
  onChoose: (filter: FilterName) => void
}) {
  return (
    <fieldset className={styles.row} aria-label="濾鏡">
      {FILTERS.map((filter) => (
        <button
          key={filter}
          type="button"
          className={styles.filter}
          aria-pressed={chosen === filter}
          onClick={() => onChoose(filter)}
        >
          <FilterThumb {...{ filter, photo, getShot }} />
          {FILTER_NAMES[filter]}
        </button>
      ))}
    </fieldset>
  )
}

/** The loops and their volume. */
export function MusicPanel({
  music,
  onToggle,
}: {
  music: Pick<MusicControl, 'playing' | 'volume' | 'setVolume'>
  onToggle: (name: LoopName) => void
}) {
  return (
    <fieldset className={styles.row} aria-label="音樂">
      {LOOPS.map((name) => (
        <button
          key={name}
          type="button"
          className={styles.swatch}
          aria-pressed={music.playing === name}
          onClick={() => onToggle(name)}
        >
          <CameraIcon name={music.playing === name ? 'pause' : 'play'} />
          {LOOP_NAMES[name]}
        </button>
      ))}
      <label className={styles.volume}>
        音量
        <input
          type="range"
          min="0"
          max="1"
          step="0.05"
          value={music.volume}
          aria-valuetext={`${Math.round(100 * music.volume)}%`}
          onChange={({ target }) => music.setVolume(Number(target.value))}
        />
      </label>
    </fieldset>
  )
}
