'use client'
import { useRef } from 'react'

import { useBrowserValue } from '#components/ui/use-browser-value.ts'
import { CameraIcon } from './camera-icon.tsx'
import { Result } from './camera-result.tsx'
import styles from './camera.module.css'
import { Controls } from './controls.tsx'
import { Editor } from './editor.tsx'
import { LiveVideo } from './live-video.tsx'
import { itemName, MODES, PROBLEMS } from './messages.ts'
import { Stage } from './stage.tsx'
import { Start } from './start-screen.tsx'
import { type Camera as CameraState, type Style, useCamera } from './use-camera.ts'

function Side({
  camera,
  style,
  hint,
  onRemove,
}: {
  camera: CameraState
  style: Style
  hint: string
  onRemove: (id: string) => void
}) {
  const { picture } = camera
  const { mode, problem } = picture
  const isReady = useBrowserValue(() => true, false)
  return (
    <div className={styles.side}>
      {problem === undefined ? null : (
        <p className={styles.problem} role="alert">
          {PROBLEMS[problem]}
        </p>
      )}
      {mode === 'live' || mode === 'still' ? (
        <>
          <Editor camera={camera} motif={style.motif} onRemove={onRemove} />
          <Controls
            mode={mode}
            clip={camera.clip}
            onChoose={(file) => void picture.choose(file)}
            onRecord={camera.record}
            onShoot={camera.shoot}
            onFinish={camera.finish}
            onSwap={() => void picture.open(picture.facing === 'user' ? 'environment' : 'user')}
            onOpen={() => void picture.open(picture.facing)}
          />
        </>
      ) : (
        <Start
          hint={hint}
          isReady={isReady}
          isOpening={mode === 'opening'}
          onOpen={() => void picture.open(picture.facing)}
          onChoose={(file) => void picture.choose(file)}
        />
      )}
    </div>
  )
}

/** The camera of a style: one screen on which its drawing is completed by a photo. */
export function Camera({
  style,
  hint,
  back,
}: {
  style: Style
  /** One sentence that says how to use the drawing. */
  hint: string
  /** The path of the garment page. */
  back: string
}) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const video = useRef<HTMLVideoElement>(null)
  const room = useRef<HTMLDivElement>(null)
  const camera = useCamera(style, { canvas, video })
  const { picture, scene, change, say } = camera
  const isOpen = picture.mode === 'live' || picture.mode === 'still'
  const onRemove = (id: string) => {
    const item = scene.items.find((one) => one.id === id)
    if (!item || item.kind === 'drawing') return
    change({ type: 'remove', id })
    say(`已刪除${itemName(item, scene.items)}`)
    room.current?.querySelector<HTMLElement>('[data-item]')?.focus()
  }
  return (
    <div ref={room} className={styles.camera} data-camera data-mode={picture.mode}>
      <div className={styles.head}>
        {/* A plain link loads a new document: the next page has other permissions. */}
        <a className={styles.back} href={back}>
          <CameraIcon name="back" />
          <span className="visually-hidden">回到{style.title}</span>
        </a>
        <h1 className={styles.title}>{style.title}的相機</h1>
      </div>
      <Stage {...{ scene, motif: style.motif, isOpen, change, say, onRemove }}>
        <LiveVideo
          ref={video}
          scene={scene}
          isMirrored={picture.isMirrored}
          isShown={camera.motion === 'video'}
        />
        <canvas
          ref={canvas}
          className={styles.canvas}
          width={720}
          height={900}
          aria-hidden="true"
        />
      </Stage>
      <Side {...{ camera, style, hint, onRemove }} />
      <p id="camera-keys" hidden>
        方向鍵移動，加號與減號縮放，左右中括號旋轉，M 翻面，Delete 刪除
      </p>
      <output className="visually-hidden">{MODES[picture.mode]}</output>
      <output className="visually-hidden">{camera.said}</output>
      {camera.finished ? (
        <Result finished={camera.finished} say={say} onClose={camera.close} />
      ) : null}
    </div>
  )
}
