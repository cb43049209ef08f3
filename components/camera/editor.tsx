'use client'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import {
  countStickers,
  DRAWING,
  LINE_COLORS,
  type LineColor,
  type LoopName,
  LOOPS,
  MOST_STICKERS,
} from '#lib/camera/scene.ts'
import { stickerShapes, threadColor } from '#lib/camera/stickers.ts'
import type { Motif } from '#lib/garment/motif.ts'
import styles from './camera.module.css'
import { Tools } from './controls.tsx'
import {
  FILTER_NAMES,
  itemName,
  LINE_COLOR_NAMES,
  LOOP_NAMES,
  STICKER_NAMES,
  TOO_MANY,
} from './messages.ts'
import { paintPhoto, type Shot } from './painter.ts'
import type { Camera, MusicControl } from './use-camera.ts'
import { type StickerName, STICKERS } from '#lib/camera/sticker-names.ts'
import { CameraIcon } from './camera-icon.tsx'
import { type FilterName, filterPixels, FILTERS, findFilter } from '#lib/camera/filters.ts'

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

const TABS = { drawing: '線條', sticker: '貼圖', filter: '濾鏡', music: '音樂' } as const
type Tab = keyof typeof TABS
const NAMES: readonly Tab[] = ['drawing', 'sticker', 'filter', 'music']

const SILENT = '音樂沒有聲音時，請看看手機的靜音鍵。'

/** Actions of the panels' buttons, each with its announcement. */
function actionsOf({ scene, change, say, music, picture }: Camera) {
  return {
    color: (lineColor: LineColor) => {
      change({ type: 'line-color', lineColor })
      say(LINE_COLOR_NAMES[lineColor])
    },
    add: (sticker: StickerName) => {
      const count = countStickers(scene)
      if (count >= MOST_STICKERS) return say(TOO_MANY)
      change({ type: 'add', sticker })
      say(`已加入貼圖：${STICKER_NAMES[sticker]}，共 ${count + 1} 個`)
    },
    filter: (filter: FilterName) => {
      change({ type: 'filter', filter })
      say(`濾鏡：${FILTER_NAMES[filter]}`)
    },
    toggle: async (name: LoopName) => {
      const isStopped = music.playing === name
      if (!(await music.toggle(name))) return picture.setProblem('no-music')
      say(isStopped ? '音樂已停止' : `正在播放：${LOOP_NAMES[name]}。${SILENT}`)
    },
  }
}

function Panel({ tab, camera, motif }: { tab: Tab; camera: Camera; motif: Motif | undefined }) {
  const { scene, music, getShot, picture } = camera
  const actions = actionsOf(camera)
  switch (tab) {
    case 'drawing':
      return motif ? (
        <DrawingPanel motif={motif} chosen={scene.lineColor} onChoose={actions.color} />
      ) : null
    case 'sticker':
      return <StickerPanel onAdd={actions.add} />
    case 'filter':
      return (
        <FilterPanel
          chosen={scene.filter}
          photo={picture.photo}
          getShot={getShot}
          onChoose={actions.filter}
        />
      )
    case 'music':
      return <MusicPanel music={music} onToggle={(name) => void actions.toggle(name)} />
  }
}

/** The editor: tools for the selected item, and a panel for each kind of item. */
export function Editor({
  camera,
  motif,
  onRemove,
}: {
  camera: Camera
  motif: Motif | undefined
  onRemove: (id: string) => void
}) {
  const tabs = motif ? NAMES : NAMES.slice(1)
  const [tab, setTab] = useState(tabs[0] ?? 'sticker')
  const { scene, change, say } = camera
  const selected = scene.items.find(({ id }) => id === scene.selected)
  return (
    <div className={styles.editor}>
      <div className={styles.toolRow}>
        {selected ? (
          <Tools
            item={selected}
            name={itemName(selected, scene.items)}
            {...{ change, say, onRemove }}
          />
        ) : (
          <p className={styles.quiet}>
            {countStickers(scene) >= MOST_STICKERS
              ? TOO_MANY
              : '點一下圖案或貼圖來調整；兩指縮放、旋轉。'}
          </p>
        )}
      </div>
      <div className={styles.panel}>
        <Panel tab={tab} camera={camera} motif={motif} />
      </div>
      <fieldset className={styles.tabs} aria-label="工具">
        {tabs.map((name) => (
          <button
            key={name}
            type="button"
            className={styles.tab}
            aria-pressed={tab === name}
            onClick={() => {
              setTab(name)
              if (name === 'drawing') change({ type: 'select', id: DRAWING })
            }}
          >
            {TABS[name]}
          </button>
        ))}
      </fieldset>
    </div>
  )
}
