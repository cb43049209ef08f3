'use client'
import { type LoopName, LOOPS } from '#lib/camera/scene.ts'
import { CameraIcon } from './camera-icon.tsx'
import styles from './camera.module.css'
import { LOOP_NAMES } from './messages.ts'
import type { MusicControl } from './use-music.ts'

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
