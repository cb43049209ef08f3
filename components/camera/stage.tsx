'use client'
import { type KeyboardEvent, type ReactNode, useRef } from 'react'

import {
  DRAWING,
  FRAME,
  type Item,
  PICTURE,
  type Scene,
  type SceneAction,
} from '#lib/camera/scene.ts'
import { sizeOf } from '#lib/camera/stickers.ts'
import type { Motif } from '#lib/garment/motif.ts'
import { CameraIcon } from './camera-icon.tsx'
import styles from './camera.module.css'
import { itemName } from './messages.ts'
import { stepOfKey } from './steps.ts'
import { usePointers } from './use-pointers.ts'

type Change = (action: SceneAction) => void

type Say = (text: string) => void

const percent = (part: number, whole: number) => `${(100 * part) / whole}%`

const inside = (value: number, whole: number) => Math.min(whole - 60, Math.max(60, value))

/** Position of an item's corner, kept inside the frame so that a finger reaches it. */
function cornerOf(item: Item, motif: Motif | undefined, side: -1 | 1) {
  const { width, height } = sizeOf(item, motif)
  const [x, y] = [(side * width) / 2, (side * height) / 2]
  const [cos, sin] = [Math.cos(item.angle), Math.sin(item.angle)]
  return {
    left: percent(inside(item.x + x * cos - y * sin, FRAME.width), FRAME.width),
    top: percent(inside(item.y + x * sin + y * cos, FRAME.height), FRAME.height),
  }
}

function onStepKey(
  event: KeyboardEvent,
  id: string,
  { name, change, say }: { name: string; change: Change; say: Say },
): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return
  const named = stepOfKey(event.key)
  if (!named) return
  event.preventDefault()
  const far = event.shiftKey && event.key.startsWith('Arrow') ? 5 : 1
  const { x = 0, y = 0 } = named.step
  change({ type: 'move', id, step: { ...named.step, x: far * x, y: far * y } })
  say(`${name}${named.label}`)
}

/** An item as something to hold: a button over its place on the canvas. */
function ItemButton({
  item,
  scene,
  motif,
  change,
  say,
  onRemove,
}: {
  item: Item
  scene: Scene
  motif: Motif | undefined
  change: Change
  say: Say
  onRemove: (id: string) => void
}) {
  const { width, height } = sizeOf(item, motif)
  const name = itemName(item, scene.items)
  return (
    <button
      type="button"
      className={styles.item}
      data-item={item.id}
      aria-label={name}
      aria-pressed={scene.selected === item.id}
      aria-describedby="camera-keys"
      style={{
        left: percent(item.x, FRAME.width),
        top: percent(item.y, FRAME.height),
        width: percent(width, FRAME.width),
        height: percent(height, FRAME.height),
        transform: `translate(-50%, -50%) rotate(${item.angle}rad)`,
      }}
      onFocus={() => change({ type: 'select', id: item.id })}
      onKeyDown={(event) => {
        if (event.key === 'Delete' || event.key === 'Backspace') onRemove(item.id)
        else if (event.key === 'm' || event.key === 'M') {
          change({ type: 'mirror', id: item.id })
          say(`${name}翻面`)
        } else onStepKey(event, item.id, { name, change, say })
      }}
    />
  )
}

/** Corner controls of the selected item: a handle to turn and scale it, and a delete button. */
function Handles({
  item,
  scene,
  motif,
  onRemove,
}: {
  item: Item
  scene: Scene
  motif: Motif | undefined
  onRemove: (id: string) => void
}) {
  return (
    <>
      <span className={styles.corner} data-corner style={cornerOf(item, motif, 1)} />
      {item.id === DRAWING ? null : (
        <button
          type="button"
          className={styles.remove}
          data-tool
          style={cornerOf(item, motif, -1)}
          onClick={() => onRemove(item.id)}
        >
          <CameraIcon name="remove" />
          <span className="visually-hidden">刪除{itemName(item, scene.items)}</span>
        </button>
      )}
    </>
  )
}

/** The picture with all that can be held on it. `children` are the canvas and what lies over it. */
export function Stage({
  scene,
  motif,
  isOpen,
  change,
  say,
  onRemove,
  children,
}: {
  scene: Scene
  motif: Motif | undefined
  /** Whether there is a picture to work on. */
  isOpen: boolean
  change: Change
  say: Say
  onRemove: (id: string) => void
  children: ReactNode
}) {
  const box = useRef<HTMLDivElement>(null)
  const hands = usePointers(box, scene, change)
  const selected = scene.items.find(({ id }) => id === scene.selected)
  return (
    <div className={styles.stageRoom}>
      <div ref={box} className={styles.stage} {...(isOpen ? hands : {})} data-open={isOpen}>
        {children}
        {isOpen ? (
          <>
            <button
              type="button"
              className={styles.background}
              data-item={PICTURE}
              aria-label="照片"
              aria-describedby="camera-keys"
              onFocus={() => change({ type: 'select', id: undefined })}
              onKeyDown={(event) => onStepKey(event, PICTURE, { name: '照片', change, say })}
            />
            {scene.items.map((item) => (
              <ItemButton key={item.id} {...{ item, scene, motif, change, say, onRemove }} />
            ))}
          </>
        ) : null}
        {isOpen && selected ? <Handles item={selected} {...{ scene, motif, onRemove }} /> : null}
      </div>
    </div>
  )
}
