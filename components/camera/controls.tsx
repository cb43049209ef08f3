'use client'
import { useEffect, useRef } from 'react'

import styles from './camera.module.css'
import type { Clip } from './clip.ts'
import { LibraryButton } from './library-button.tsx'
import { SmallButton } from './small-button.tsx'
import type { Mode } from './use-picture.ts'

/** The shutter, or the end of the work on a photo. It gets the focus that the page's first buttons had. */
function MainButton({ mode, clip, onPress }: { mode: Mode; clip: Clip; onPress: () => void }) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (document.activeElement === document.body) button.current?.focus({ preventScroll: true })
  }, [])
  const isLive = mode === 'live'
  const isRecording = clip.seconds !== undefined
  const label = isRecording ? '結束錄影' : isLive ? '拍照' : '完成'
  return (
    <button
      ref={button}
      type="button"
      className={isLive ? styles.shutter : styles.finish}
      onClick={isRecording ? clip.stop : onPress}
    >
      <span className={isLive ? 'visually-hidden' : undefined}>{label}</span>
    </button>
  )
}

/** The row at a thumb's reach: library, clip, the shutter, and the other camera or a new picture. */
export function Controls({
  mode,
  clip,
  onChoose,
  onRecord,
  onShoot,
  onFinish,
  onSwap,
  onOpen,
}: {
  mode: Mode
  clip: Clip
  onChoose: (file: File) => void
  onRecord: () => void
  onShoot: () => void
  onFinish: () => void
  onSwap: () => void
  onOpen: () => void
}) {
  const isRecording = clip.seconds !== undefined
  return (
    <div className={styles.controls}>
      <div>
        {isRecording ? null : (
          <LibraryButton label="相簿" className={styles.small} onChoose={onChoose} />
        )}
        {clip.type === undefined ? null : (
          <button
            type="button"
            className={styles.small}
            aria-pressed={isRecording}
            onClick={isRecording ? clip.stop : onRecord}
          >
            <span className={styles.dot} data-on={isRecording} />
            {isRecording ? '停止' : '錄影'}
            {isRecording ? <span className="figures">{clip.seconds} 秒</span> : null}
          </button>
        )}
      </div>
      <MainButton mode={mode} clip={clip} onPress={mode === 'live' ? onShoot : onFinish} />
      <div>
        {isRecording ? null : mode === 'live' ? (
          <SmallButton icon="swap" label="換鏡頭" onClick={onSwap} />
        ) : (
          <SmallButton icon="again" label="打開相機" onClick={onOpen} />
        )}
      </div>
    </div>
  )
}
