'use client'
import { useState } from 'react'

import type { FilterName } from '#lib/camera/filters.ts'
import {
  countStickers,
  DRAWING,
  type LineColor,
  type LoopName,
  MOST_STICKERS,
  type StickerKind,
} from '#lib/camera/scene.ts'
import type { Motif } from '#lib/garment/motif.ts'
import styles from './camera.module.css'
import { DrawingPanel } from './drawing-panel.tsx'
import { FilterPanel } from './filter-panel.tsx'
import {
  FILTER_NAMES,
  itemName,
  LINE_COLOR_NAMES,
  LOOP_NAMES,
  STICKER_NAMES,
  TOO_MANY,
} from './messages.ts'
import { MusicPanel } from './music-panel.tsx'
import { StickerPanel } from './sticker-panel.tsx'
import { Tools } from './tools.tsx'
import type { Camera } from './use-camera.ts'

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
    add: (sticker: StickerKind) => {
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
  const { scene, music, getShot, picture, half } = camera
  const actions = actionsOf(camera)
  switch (tab) {
    case 'drawing':
      return motif ? (
        <DrawingPanel motif={motif} chosen={scene.lineColor} onChoose={actions.color} />
      ) : null
    case 'sticker':
      return <StickerPanel half={half} onAdd={actions.add} />
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
