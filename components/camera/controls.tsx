'use client'
import { DRAWING, type Item, type SceneAction } from '#lib/camera/scene.ts'
import styles from './camera.module.css'
import { canShareFile, shareFile, STEPS } from './steps.ts'
import { useEffect, useRef, useState } from 'react'
import type { Mode } from './photo-source.ts'
import { Button } from '#components/ui/button.tsx'
import { buttonClass } from '#components/ui/button-class.ts'
import { Dialog } from '#components/ui/dialog.tsx'
import { PROBLEMS } from './messages.ts'
import { CameraIcon, type CameraIconName } from './camera-icon.tsx'
import type { Clip } from './clip.ts'

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
  say: (words: string) => void
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

function SmallButton({
  icon,
  label,
  onClick,
}: {
  icon: CameraIconName
  label: string
  onClick: () => void
}) {
  return (
    <button type="button" className={styles.small} onClick={onClick}>
      <CameraIcon name={icon} />
      {label}
    </button>
  )
}

/** The way to the photo library. */
export function LibraryButton({
  label,
  className,
  isReady = true,
  onChoose,
}: {
  label: string
  className: string | undefined
  isReady?: boolean
  onChoose: (file: File) => void
}) {
  return (
    <label className={className}>
      <CameraIcon name="library" />
      {label}
      {isReady ? (
        <input
          type="file"
          accept="image/*"
          className="visually-hidden"
          onChange={({ target }) => {
            const file = target.files?.[0]
            if (file) onChoose(file)
            // The same file can be chosen again.
            target.value = ''
          }}
        />
      ) : null}
    </label>
  )
}

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

/** A finished picture or clip, and what is said where it is shared. */
export type CameraResult = {
  readonly file: File
  /** Object URL of the file. */
  readonly url: string
  readonly kind: 'picture' | 'clip'
  readonly title: string
  readonly text: string
}

/** Shows what was made, to share or to download. */
export function Result({
  finished,
  say,
  onClose,
}: {
  finished: CameraResult
  say: (words: string) => void
  onClose: () => void
}) {
  const { file, url, kind, title, text } = finished
  const [isFailed, setFailed] = useState(false)
  const isShared = canShareFile(file)
  const share = async () => setFailed(!(await shareFile(file, title, text)))
  return (
    <Dialog title={kind === 'picture' ? '你的另一半完成了' : '影片完成了'} onClose={onClose}>
      {kind === 'picture' ? (
        <picture>
          <img className={styles.finished} src={url} alt={`${title}：你完成的照片`} />
        </picture>
      ) : (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- It has music at most, and no words.
        <video
          className={styles.finished}
          src={url}
          controls
          loop
          playsInline
          aria-label={`${title}：你完成的影片`}
        />
      )}
      <div className={styles.ways}>
        {isShared ? (
          <Button variant="primary" onClick={() => void share()}>
            分享
          </Button>
        ) : null}
        <a
          className={buttonClass(isShared ? 'secondary' : 'primary')}
          href={url}
          download={file.name}
          onClick={() => say('開始下載')}
        >
          下載
        </a>
        <Button onClick={onClose}>繼續調整</Button>
      </div>
      <output className={styles.quiet}>
        {isFailed
          ? PROBLEMS['not-shared']
          : `檔案只在你的裝置裡，按了分享才會離開。${kind === 'picture' ? '也可以長按圖片儲存。' : ''}`}
      </output>
    </Dialog>
  )
}
