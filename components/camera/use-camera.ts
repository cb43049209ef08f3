'use client'
import {
  type PointerEvent,
  type RefObject,
  useCallback,
  useEffect,
  useEffectEvent,
  useReducer,
  useRef,
  useState,
} from 'react'
import { useBrowserValue } from '#components/ui/use-browser-value.ts'
import { clipType, LONGEST_CLIP, recordClip, type Recording } from './steps.ts'
import {
  changeScene,
  createScene,
  FRAME,
  type LoopName,
  PICTURE,
  type Point,
  type Scene,
  type SceneAction,
  stepBetween,
  stepOfCorner,
} from '#lib/camera/scene.ts'
import {
  type CameraPicture,
  createMusic,
  type Music,
  usePicture,
  videoSize,
} from './photo-source.ts'
import {
  createPainter,
  type Manner,
  type Painter,
  savePicture,
  setWidth,
  type Shot,
} from './painter.ts'
import type { Motif } from '#lib/garment/motif.ts'
import type { CameraResult } from './controls.tsx'
import type { Clip } from './clip.ts'

const TICK = 250

/** Records the canvas. `onEnd` gets the clip, or nothing where it failed. */
export function useClip(
  canvas: RefObject<HTMLCanvasElement | null>,
  onEnd: (clip: Blob | undefined) => void,
): Clip {
  const type = useBrowserValue(clipType, undefined)
  const [seconds, setSeconds] = useState<number>()
  const recording = useRef<Recording>(undefined)
  const isOn = seconds !== undefined
  useEffect(() => {
    if (!isOn) return undefined
    const start = performance.now()
    const timer = setInterval(() => {
      const passed = Math.floor((performance.now() - start) / 1000)
      if (passed >= LONGEST_CLIP) recording.current?.stop()
      else setSeconds(passed)
    }, TICK)
    return () => clearInterval(timer)
  }, [isOn])
  useEffect(() => {
    const end = new AbortController()
    const stopWhenHidden = () => {
      if (document.visibilityState === 'hidden') recording.current?.stop()
    }
    document.addEventListener('visibilitychange', stopWhenHidden, { signal: end.signal })
    return () => {
      end.abort()
      recording.current?.stop()
    }
  }, [])

  const finish = (clip: Blob | undefined) => {
    recording.current = undefined
    setSeconds(undefined)
    onEnd(clip)
  }
  const start = (sound: MediaStreamTrack | undefined) => {
    if (!canvas.current || type === undefined || recording.current) return
    try {
      recording.current = recordClip(canvas.current, sound, type)
      setSeconds(0)
      void recording.current.clip.then(finish)
    } catch {
      finish(undefined)
    }
  }
  return { type, seconds, start, stop: () => recording.current?.stop() }
}

/** The music of the camera; off until a loop is chosen. */
export type MusicControl = {
  readonly playing: LoopName | undefined
  readonly volume: number
  /** Plays a loop, or stops it if it is playing. Returns false if playback failed. */
  readonly toggle: (name: LoopName) => Promise<boolean>
  readonly setVolume: (volume: number) => void
  readonly track: () => MediaStreamTrack | undefined
}

/** Plays the loops; hiding or leaving the page stops them. */
export function useMusic(): MusicControl {
  const music = useRef<Music>(undefined)
  const [playing, setPlaying] = useState<LoopName>()
  const [volume, setVolume] = useState(0.7)

  const silence = useCallback(() => {
    music.current?.stop()
    setPlaying(undefined)
  }, [])
  useEffect(() => {
    const end = new AbortController()
    const { signal } = end
    const update = () => document.visibilityState === 'hidden' && silence()
    document.addEventListener('visibilitychange', update, { signal })
    window.addEventListener('pagehide', silence, { signal })
    return () => {
      end.abort()
      music.current?.close()
      music.current = undefined
    }
  }, [silence])

  const toggle = async (name: LoopName) => {
    if (playing === name) {
      silence()
      return true
    }
    try {
      music.current ??= createMusic()
      music.current.setVolume(volume)
      setPlaying(name)
      await music.current.play(name)
      return true
    } catch {
      silence()
      return false
    }
  }
  return {
    playing,
    volume,
    toggle,
    setVolume: (value) => {
      setVolume(value)
      music.current?.setVolume(value)
    },
    track: () => (playing === undefined ? undefined : music.current?.track()),
  }
}

/**
 * The moving part of the preview. A video lies below the canvas; otherwise the canvas is painted on
 * every frame of the camera or of the screen.
 */
export type Motion = 'none' | 'video' | 'camera' | 'screen'

const MANNERS: Readonly<Record<Motion, Manner>> = {
  none: 'finished',
  video: 'over-video',
  camera: 'moving',
  screen: 'moving',
}

/** Calls `paint` once for each new frame until the returned function is called. */
function repeat(
  motion: 'camera' | 'screen',
  video: HTMLVideoElement | null,
  paint: () => void,
): () => void {
  let isOver = false
  const again = () => {
    if (isOver) return
    // Old browsers don't tell of a camera's frames; the screen's are more than enough.
    if (motion === 'camera' && video && 'requestVideoFrameCallback' in video) {
      video.requestVideoFrameCallback(turn)
    } else {
      requestAnimationFrame(turn)
    }
  }
  const turn = () => {
    if (isOver) return
    paint()
    again()
  }
  again()
  return () => {
    isOver = true
  }
}

/**
 * Paints the shot on the canvas on every change, and on every frame where the canvas itself moves.
 * Returns the painter for the finished picture, and a way to paint now.
 */
export function usePreview(
  canvas: RefObject<HTMLCanvasElement | null>,
  video: RefObject<HTMLVideoElement | null>,
  getShot: () => Shot,
  motion: Motion,
): { readonly getPainter: () => Painter; readonly paintAs: (motion: Motion) => void } {
  const painter = useRef<Painter>(undefined)
  const getPainter = () => (painter.current ??= createPainter())
  const paintAs = (moving: Motion) => {
    if (!canvas.current) return
    setWidth(canvas.current, MANNERS[moving])
    getPainter().paint(canvas.current, getShot(), MANNERS[moving])
  }
  const paintFrame = useEffectEvent(() => paintAs(motion))
  useEffect(() => paintAs(motion))
  useEffect(() => {
    if (motion === 'none' || motion === 'video') return undefined
    return repeat(motion, video.current, paintFrame)
  }, [motion, video])
  return { getPainter, paintAs }
}

/** The style whose drawing is completed, and the address of its garment page. */
export type Style = {
  readonly id: string
  readonly title: string
  readonly address: string
  readonly motif: Motif | undefined
}

/** How long the shutter waits for a camera's first frame, in milliseconds. */
const FIRST_FRAME_WITHIN = 3000

type Change = (action: SceneAction) => void

type Video = RefObject<HTMLVideoElement | null>

// A camera's image changes its size when the phone is turned.
function useSourceSize(video: Video, { mode, photo }: CameraPicture, change: Change): void {
  useEffect(() => {
    const image = video.current
    if (mode === 'still' && photo) {
      change({ type: 'source', source: { width: photo.width, height: photo.height } })
    }
    if (mode !== 'live' || !image) return undefined
    const update = () => change({ type: 'source', source: videoSize(image) })
    update()
    image.addEventListener('resize', update)
    return () => image.removeEventListener('resize', update)
  }, [video, mode, photo, change])
}

function fileOf(blob: Blob, id: string): File {
  const ending = blob.type === 'image/jpeg' ? 'jpg' : blob.type === 'video/mp4' ? 'mp4' : 'webm'
  return new File([blob], `ourtee-${id}.${ending}`, { type: blob.type })
}

/** The current shot, from the camera or the photo. */
function shotOf(style: Style, scene: Scene, picture: CameraPicture, video: Video): Shot {
  const { mode, photo, isMirrored } = picture
  const camera = video.current?.videoWidth ? video.current : undefined
  const source = mode === 'live' ? camera : mode === 'still' ? photo : undefined
  const size = source instanceof HTMLVideoElement ? videoSize(source) : source
  const own = size ? { ...scene, source: { width: size.width, height: size.height } } : scene
  return { source, isMirrored, scene: own, motif: style.motif, title: style.title }
}

/** A recording needs the whole picture on the canvas; otherwise the browser shows the camera. */
function motionOf({ mode }: CameraPicture, { filter }: Scene, isRecording: boolean): Motion {
  if (isRecording) return 'screen'
  if (mode !== 'live') return 'none'
  // Safari's canvas has no `filter`, and whether its videos take one of SVG has not been tried.
  const canFilterVideo = 'filter' in CanvasRenderingContext2D.prototype
  return filter === 'plain' || canFilterVideo ? 'video' : 'camera'
}

/** State and actions of a style's camera. */
export function useCamera(
  style: Style,
  { canvas, video }: { canvas: RefObject<HTMLCanvasElement | null>; video: Video },
) {
  const [said, say] = useState('')
  const [finished, setFinished] = useState<CameraResult>()
  const [scene, change] = useReducer(changeScene, style.motif !== undefined, createScene)
  const picture = usePicture(video)
  const music = useMusic()
  const getShot = () => shotOf(style, scene, picture, video)
  useSourceSize(video, picture, change)

  const finish = (blob: Blob | undefined, kind: CameraResult['kind']) => {
    if (!blob) return picture.setProblem(kind === 'clip' ? 'no-clip' : 'no-memory')
    const text = `${style.title}的另一半，由我完成。${style.address}`
    const file = fileOf(blob, style.id)
    setFinished({ file, url: URL.createObjectURL(file), kind, title: style.title, text })
    say(kind === 'clip' ? '影片完成' : '照片完成')
  }
  const clip = useClip(canvas, (blob) => finish(blob, 'clip'))
  const motion = motionOf(picture, scene, clip.seconds !== undefined)
  const { getPainter, paintAs } = usePreview(canvas, video, getShot, motion)

  const save = async (shot: Shot) => finish(await savePicture(getPainter(), shot), 'picture')
  const shootNow = () => {
    const shot = getShot()
    const source = picture.shoot()
    if (source) void save({ ...shot, source })
  }
  // While the camera switches, the shutter waits for the first frame.
  const shoot = () => {
    const image = video.current
    if (!image || image.videoWidth > 0) return shootNow()
    const signal = AbortSignal.timeout(FIRST_FRAME_WITHIN)
    image.addEventListener('loadeddata', shootNow, { once: true, signal })
  }
  const record = () => {
    // A clip begins with what is on the canvas.
    paintAs('screen')
    clip.start(music.track())
    say('開始錄影，最長 15 秒')
  }
  const close = () => {
    if (finished) URL.revokeObjectURL(finished.url)
    setFinished(undefined)
  }
  const finishNow = () => void save(getShot())
  const state = { motion, said, say, finished, scene, change, picture, music, clip, getShot }
  return { ...state, record, shoot, finish: finishNow, close }
}

export type Camera = ReturnType<typeof useCamera>

/** Pointer gestures on the stage: drag, pinch and turn an item or the photo. */
export function useHands(
  box: RefObject<HTMLDivElement | null>,
  scene: Scene,
  change: (action: SceneAction) => void,
) {
  const points = useRef(new Map<number, Point>())
  const held = useRef<string>(PICTURE)
  const isCorner = useRef(false)

  const pointOf = ({ clientX, clientY }: PointerEvent): Point => {
    const area = box.current?.getBoundingClientRect()
    if (!area) return { x: 0, y: 0 }
    return {
      x: ((clientX - area.left) * FRAME.width) / area.width,
      y: ((clientY - area.top) * FRAME.height) / area.height,
    }
  }

  const onPointerDown = (event: PointerEvent) => {
    const target = event.target instanceof Element ? event.target : undefined
    if (event.button !== 0 || target?.closest('[data-tool]')) return
    if (points.current.size === 0) {
      isCorner.current = Boolean(target?.closest('[data-corner]'))
      const item = target?.closest<HTMLElement>('[data-item]')?.dataset.item
      held.current = (isCorner.current ? scene.selected : item) ?? PICTURE
      change({ type: 'select', id: held.current === PICTURE ? undefined : held.current })
    }
    points.current.set(event.pointerId, pointOf(event))
    box.current?.setPointerCapture(event.pointerId)
  }

  const onPointerMove = (event: PointerEvent) => {
    const from = points.current.get(event.pointerId)
    if (!from) return
    const before = [...points.current.values()]
    const to = pointOf(event)
    points.current.set(event.pointerId, to)
    const item = scene.items.find(({ id }) => id === held.current)
    const step =
      isCorner.current && item
        ? stepOfCorner(item, from, to)
        : stepBetween(before, [...points.current.values()])
    change({ type: 'move', id: held.current, step })
  }

  const onPointerEnd = (event: PointerEvent) => {
    points.current.delete(event.pointerId)
  }

  return {
    onPointerDown,
    onPointerMove,
    onPointerUp: onPointerEnd,
    onPointerCancel: onPointerEnd,
    onLostPointerCapture: onPointerEnd,
  }
}
