'use client'
import { useBrowserValue } from '#components/ui/use-browser-value.ts'
import { Button } from '#components/ui/button.tsx'
import { buttonClass } from '#components/ui/button-class.ts'
import styles from './camera.module.css'
import { Controls, LibraryButton, Result } from './controls.tsx'
import { type CSSProperties, type KeyboardEvent, type ReactNode, type Ref, useRef } from 'react'
import { sizeOf } from '#lib/camera/stickers.ts'
import {
  cropOf,
  DRAWING,
  FRAME,
  type Item,
  PICTURE,
  type Scene,
  type SceneAction,
} from '#lib/camera/scene.ts'
import type { Motif } from '#lib/garment/motif.ts'
import { itemName, MODES, PROBLEMS } from './messages.ts'
import { stepOfKey } from './steps.ts'
import { type Camera as CameraState, type Style, useCamera, useHands } from './use-camera.ts'
import { Editor } from './editor.tsx'
import { CameraIcon } from './camera-icon.tsx'
import { findFilter, svgFilterOf } from '#lib/camera/filters.ts'

/** The first choice: the camera or a photo. */
export function Start({
  hint,
  isReady,
  isOpening,
  onOpen,
  onChoose,
}: {
  hint: string
  /** Whether the page's scripts have come. */
  isReady: boolean
  isOpening: boolean
  onOpen: () => void
  onChoose: (file: File) => void
}) {
  return (
    <div className={styles.start}>
      <p className={styles.hint}>{hint}</p>
      <Button variant="primary" fullWidth pending={isOpening || !isReady} onClick={onOpen}>
        {isOpening ? '正在打開相機…' : isReady ? '打開相機' : '正在準備相機…'}
      </Button>
      <LibraryButton
        label="從相簿選照片"
        className={buttonClass('secondary', true)}
        isReady={isReady}
        onChoose={onChoose}
      />
      <p className={styles.quiet}>照片與影片都留在你的裝置裡，不會上傳，也不用登入。</p>
    </div>
  )
}

type Change = (action: SceneAction) => void
type Say = (words: string) => void

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
  const hands = useHands(box, scene, change)
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

const FILTER_ID = 'camera-filter'

// The part of the video that fills the frame.
function styleOf(scene: Scene, isMirrored: boolean): CSSProperties {
  const { width, height } = scene.source
  const crop = cropOf(scene)
  return {
    left: `${(-100 * crop.x) / crop.width}%`,
    top: `${(-100 * crop.y) / crop.height}%`,
    width: `${(100 * width) / crop.width}%`,
    height: `${(100 * height) / crop.height}%`,
    ...(isMirrored ? { transform: 'scaleX(-1)' } : {}),
  }
}

/** A filter as the browser applies it to the video; the canvas above adds its vignette. */
function FilterDefinition({ scene }: { scene: Scene }) {
  const { matrix, table } = svgFilterOf(findFilter(scene.filter))
  return (
    <svg className={styles.definition}>
      <filter id={FILTER_ID} colorInterpolationFilters="sRGB" x="0" y="0" width="1" height="1">
        <feColorMatrix values={matrix} />
        <feComponentTransfer>
          <feFuncR type="table" tableValues={table} />
          <feFuncG type="table" tableValues={table} />
          <feFuncB type="table" tableValues={table} />
        </feComponentTransfer>
      </filter>
    </svg>
  )
}

/** The camera's image: below the canvas where the browser shows it itself, else out of sight. */
export function LiveVideo({
  ref,
  scene,
  isMirrored,
  isShown,
}: {
  ref: Ref<HTMLVideoElement>
  scene: Scene
  isMirrored: boolean
  isShown: boolean
}) {
  const isFiltered = isShown && scene.filter !== 'plain'
  return (
    <div
      className={isShown ? styles.shownVideo : styles.video}
      style={isFiltered ? { filter: `url(#${FILTER_ID})` } : undefined}
      aria-hidden="true"
    >
      {isFiltered ? <FilterDefinition scene={scene} /> : null}
      <video ref={ref} style={isShown ? styleOf(scene, isMirrored) : undefined} muted playsInline />
    </div>
  )
}

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
