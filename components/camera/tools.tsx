'use client'

import { DRAWING, type Item, type SceneAction } from '#lib/camera/scene.ts'
import { CameraIcon } from './camera-icon.tsx'
import styles from './camera.module.css'
import { STEPS } from './steps.ts'

/** Buttons for the selected item: size, turn, mirror, move, delete. */
export function Tools({
  item,
  name,
  change,
  say,
  onRemove,
}: {
  item: Item
  name: string
  change: (action: SceneAction) => void
  say: (text: string) => void
  onRemove: (id: string) => void
}) {
  const mirror = () => {
    change({ type: 'mirror', id: item.id })
    say(`${name}翻面`)
  }
  return (
    <fieldset className={styles.row} aria-label={`調整${name}`}>
      {STEPS.map(({ label, icon, step }) => (
        <button
          key={label}
          type="button"
          className={styles.tool}
          onClick={() => {
            change({ type: 'move', id: item.id, step })
            say(`${name}${label}`)
          }}
        >
          <CameraIcon name={icon} />
          <span className="visually-hidden">{label}</span>
        </button>
      ))}
      <button type="button" className={styles.tool} onClick={mirror}>
        <CameraIcon name="mirror" />
        <span className="visually-hidden">翻面</span>
      </button>
      {item.id === DRAWING ? (
        <button
          type="button"
          className={styles.tool}
          onClick={() => {
            change({ type: 'reset-drawing' })
            say('圖案回到原位')
          }}
        >
          <CameraIcon name="again" />
          <span className="visually-hidden">回到原位</span>
        </button>
      ) : (
        <button type="button" className={styles.tool} onClick={() => onRemove(item.id)}>
          <CameraIcon name="remove" />
          <span className="visually-hidden">刪除</span>
        </button>
      )}
    </fieldset>
  )
}
