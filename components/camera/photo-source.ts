'use client'
import { type LoopName, loopPath, type PixelSize, ROUND } from '#lib/camera/scene.ts'
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import type { Problem } from './problem.ts'
import { photoHeader } from '#lib/camera/photo-header.ts'

/** Rear (`environment`) or front (`user`) camera. */
export type Facing = 'environment' | 'user'

const PROBLEMS: Readonly<Record<string, Problem>> = {
  NotAllowedError: 'refused',
  SecurityError: 'refused',
  NotFoundError: 'no-camera',
  OverconstrainedError: 'no-camera',
  NotReadableError: 'camera-in-use',
  AbortError: 'camera-in-use',
}

/** Opens a camera; the picture is large enough for a finished one. Answers why where it can't. */
export async function openCamera(facing: Facing): Promise<MediaStream | Problem> {
  // Absent in some in-app browsers and on addresses without TLS.
  if (!('mediaDevices' in navigator)) return 'unsupported'
  const video = { facingMode: facing, width: { ideal: 1920 }, height: { ideal: 1440 } }
  try {
    return await navigator.mediaDevices.getUserMedia({ video })
  } catch (error) {
    return (error instanceof Error ? PROBLEMS[error.name] : undefined) ?? 'unsupported'
  }
}

/** Whether the visitor allowed the camera before, so that opening it asks nothing. */
export async function isCameraAllowed(): Promise<boolean> {
  try {
    return (await navigator.permissions.query({ name: 'camera' })).state === 'granted'
  } catch {
    return false
  }
}

/** Switches a camera off. */
export function closeCamera(stream: MediaStream | undefined): void {
  for (const track of stream?.getTracks() ?? []) track.stop()
}

/** Shows a camera on a video element. Answers whether the browser plays it. */
export async function playCamera(video: HTMLVideoElement, stream: MediaStream): Promise<boolean> {
  video.srcObject = stream
  try {
    await video.play()
    return true
  } catch {
    return false
  }
}

/** The size of a camera's image; the browser turns it with the phone. */
export function videoSize({ videoWidth, videoHeight }: HTMLVideoElement) {
  return { width: videoWidth, height: videoHeight }
}

/** A copy of what the camera sees now. */
export function freeze(video: HTMLVideoElement): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = video.videoWidth
  canvas.height = video.videoHeight
  canvas.getContext('2d')?.drawImage(video, 0, 0)
  return canvas
}

/** Plays one loop at a time. Made by a press, since browsers allow sound only then. */
export type Music = {
  /** Resolves when playback starts; rejects if the loop could not be loaded. */
  readonly play: (name: LoopName) => Promise<void>
  readonly stop: () => void
  /** Loudness from 0 to 1. */
  readonly setVolume: (volume: number) => void
  /** Audio track for a clip. */
  readonly track: () => MediaStreamTrack | undefined
  readonly close: () => void
}

async function load(context: AudioContext, name: LoopName): Promise<AudioBuffer> {
  const answer = await fetch(loopPath(name))
  if (!answer.ok) throw new Error(`${loopPath(name)} answered ${answer.status}`)
  return context.decodeAudioData(await answer.arrayBuffer())
}

/** Returns a player. Throws where the browser has no Web Audio. */
export function createMusic(): Music {
  const context = new AudioContext()
  const gain = context.createGain()
  const recorded = context.createMediaStreamDestination()
  gain.connect(context.destination)
  gain.connect(recorded)
  const buffers = new Map<LoopName, Promise<AudioBuffer>>()
  let wanted: LoopName | undefined
  let playing: AudioBufferSourceNode | undefined

  const stop = () => {
    wanted = undefined
    playing?.stop()
    playing = undefined
  }

  const play = async (name: LoopName) => {
    stop()
    wanted = name
    const loading = buffers.get(name) ?? load(context, name)
    buffers.set(name, loading)
    try {
      // Without an audio output some browsers never resolve; playback is then silent.
      void context.resume()
      await loading
    } catch (error) {
      buffers.delete(name)
      throw error
    }
    // Another press came while it loaded.
    if (wanted !== name || playing) return
    playing = context.createBufferSource()
    playing.buffer = await loading
    playing.loop = true
    playing.loopStart = ROUND.start
    playing.loopEnd = ROUND.end
    playing.connect(gain)
    playing.start(0, ROUND.start)
  }

  return {
    play,
    stop,
    setVolume: (volume) => {
      gain.gain.value = volume
    },
    track: () => recorded.stream.getAudioTracks()[0],
    close: () => {
      stop()
      void context.close()
    },
  }
}

/** A photo as an upright canvas, or the reason it could not be opened. */
export type OpenedPhoto = { readonly photo: HTMLCanvasElement } | { readonly problem: Problem }

// In pixels: enough for the finished picture and for zooming.
const SHORT_SIDE = 1620
const MOST_PIXELS = 6_000_000
// Cameras write notes and a small picture before the size.
const LONGEST_HEADER = 512 * 1024
// Decoders take up to 1.8 times as much as they must keep, and the page has 300 MiB.
const MOST_BYTES = 60 * 1024 * 1024

function problemOf({ type, name }: File): Problem {
  if (/hei[cf]/i.test(type) || /\.hei[cf]$/i.test(name)) return 'heic'
  return type === '' || type.startsWith('image/') ? 'unreadable' : 'not-a-photo'
}

/** A copy of a picture, smaller where the picture is larger than needed. */
function copy(
  image: CanvasImageSource,
  { width, height }: PixelSize,
): HTMLCanvasElement | undefined {
  const scale = Math.min(
    1,
    SHORT_SIDE / Math.min(width, height),
    Math.sqrt(MOST_PIXELS / (width * height)),
  )
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(width * scale)
  canvas.height = Math.round(height * scale)
  const context = canvas.getContext('2d')
  if (!context) return undefined
  context.imageSmoothingQuality = 'high'
  // Transparent parts of a picture would be black in a JPEG.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(image, 0, 0, canvas.width, canvas.height)
  return canvas
}

const aspect = ({ width, height }: PixelSize) => Math.max(width, height) / Math.min(width, height)

/** Decodes a JPEG at a part of its size, never whole. Undefined where the browser can't. */
async function decodeReduced(file: File, size: PixelSize): Promise<HTMLCanvasElement | undefined> {
  if (!('ImageDecoder' in window)) return undefined
  const scale = Math.sqrt(MOST_PIXELS / (size.width * size.height))
  const decoder = new ImageDecoder({
    type: 'image/jpeg',
    data: file.stream(),
    desiredWidth: Math.round(size.width * scale),
    desiredHeight: Math.round(size.height * scale),
  })
  try {
    const { image } = await decoder.decode()
    const read = { width: image.displayWidth, height: image.displayHeight }
    const isWhole = Math.abs(aspect(read) - aspect(size)) < 0.02
    const photo = isWhole ? copy(image, read) : undefined
    image.close()
    return photo
  } finally {
    decoder.close()
  }
}

/** Decodes a picture whole but once, without the second copy that an `img` keeps. */
async function decodeOnce(
  file: File,
  { width, height }: PixelSize,
): Promise<HTMLCanvasElement | undefined> {
  const scale = Math.sqrt(MOST_PIXELS / (width * height))
  const image = await createImageBitmap(file, {
    resizeWidth: Math.round(width * scale),
    resizeQuality: 'high',
  })
  const photo = copy(image, image)
  image.close()
  return photo
}

/** Decodes a whole picture; an `img` applies its EXIF orientation. */
async function readWhole(file: File): Promise<HTMLCanvasElement | undefined> {
  const url = URL.createObjectURL(file)
  const image = new Image()
  image.src = url
  try {
    await image.decode()
    const { naturalWidth: width, naturalHeight: height } = image
    return width > 0 ? copy(image, { width, height }) : undefined
  } catch {
    return undefined
  } finally {
    image.removeAttribute('src')
    URL.revokeObjectURL(url)
  }
}

/** Opens a file from the library. It is not decoded where that would take too much memory. */
export async function openPhoto(file: File): Promise<OpenedPhoto> {
  const header = photoHeader(new DataView(await file.slice(0, LONGEST_HEADER).arrayBuffer()))
  const pixels = header ? header.size.width * header.size.height : 0
  if (header && pixels * header.bytesPerPixel > MOST_BYTES) return { problem: 'too-large' }
  let photo: HTMLCanvasElement | undefined
  if (header && pixels > MOST_PIXELS) {
    // A large picture is read in the way that takes the least memory, where the browser can.
    const decode = header.kind === 'jpeg' ? decodeReduced : decodeOnce
    photo = await decode(file, header.size).catch(() => undefined)
  }
  photo ??= await readWhole(file)
  return photo ? { photo } : { problem: problemOf(file) }
}

/** Source of the picture: none yet, a camera that is opening, the camera, or a photo. */
export type Mode = 'start' | 'opening' | 'live' | 'still'

/** The picture below drawing and stickers, and how to get another. */
export type CameraPicture = {
  readonly mode: Mode
  readonly facing: Facing
  readonly photo: HTMLCanvasElement | undefined
  readonly isMirrored: boolean
  readonly problem: Problem | undefined
  readonly setProblem: (problem: Problem | undefined) => void
  readonly open: (facing: Facing) => Promise<void>
  readonly choose: (file: File) => Promise<void>
  /** Keeps what the camera sees now; undefined while it shows nothing. */
  readonly shoot: () => HTMLCanvasElement | undefined
}

/** The state of the camera and what opens and closes it. `Ticket` makes the last wish win. */
function useCameraStream(video: RefObject<HTMLVideoElement | null>, onLost: () => void) {
  const stream = useRef<MediaStream>(undefined)
  const ticket = useRef(0)
  const close = useCallback(() => {
    ticket.current += 1
    closeCamera(stream.current)
    stream.current = undefined
  }, [])
  const start = useCallback(
    async (facing: Facing): Promise<Problem | 'open' | 'left'> => {
      close()
      const own = ticket.current
      const opened = await openCamera(facing)
      if (typeof opened === 'string') return own === ticket.current ? opened : 'left'
      if (own !== ticket.current || !video.current) {
        closeCamera(opened)
        return 'left'
      }
      stream.current = opened
      opened.getVideoTracks()[0]?.addEventListener('ended', () => {
        if (stream.current === opened) onLost()
      })
      const plays = await playCamera(video.current, opened)
      if (own !== ticket.current) return 'left'
      return plays ? 'open' : 'camera-in-use'
    },
    [close, onLost, video],
  )
  return { start, close }
}

/** Gets a picture from the camera or from the library. Leaving the page or hiding it stops the camera. */
export function usePicture(video: RefObject<HTMLVideoElement | null>): CameraPicture {
  const [mode, setMode] = useState<Mode>('start')
  const [facing, setFacing] = useState<Facing>('environment')
  const [photo, setPhoto] = useState<HTMLCanvasElement>()
  const [isShotOfSelf, setShotOfSelf] = useState(false)
  const [problem, setProblem] = useState<Problem>()
  const lose = useCallback(() => {
    setMode('start')
    setProblem('lost')
  }, [])
  const { start, close } = useCameraStream(video, lose)

  const open = useCallback(
    async (wanted: Facing) => {
      setProblem(undefined)
      setFacing(wanted)
      // While the camera switches, the buttons stay and keep the focus.
      setMode((now) => (now === 'live' ? now : 'opening'))
      const outcome = await start(wanted)
      if (outcome === 'left') return
      setMode(outcome === 'open' ? 'live' : 'start')
      if (outcome !== 'open') setProblem(outcome)
    },
    [start],
  )

  const show = (canvas: HTMLCanvasElement, isOfSelf: boolean) => {
    close()
    setPhoto(canvas)
    setShotOfSelf(isOfSelf)
    setMode('still')
    setProblem(undefined)
  }

  const choose = async (file: File) => {
    const opened = await openPhoto(file)
    if ('photo' in opened) show(opened.photo, false)
    else setProblem(opened.problem)
  }

  const shoot = () => {
    if (!video.current?.videoWidth) return undefined
    const canvas = freeze(video.current)
    show(canvas, facing === 'user')
    return canvas
  }

  useOpenWhenAllowed(open, close)
  useCloseWhenHidden(mode === 'live' || mode === 'opening' ? facing : undefined, open, close)

  const isMirrored = mode === 'live' ? facing === 'user' : isShotOfSelf
  return { mode, facing, photo, isMirrored, problem, setProblem, open, choose, shoot }
}

/** A visitor who allowed the camera before finds it open; leaving the page closes it. */
function useOpenWhenAllowed(open: (facing: Facing) => Promise<void>, close: () => void): void {
  useEffect(() => {
    const openAllowed = async () => {
      if (await isCameraAllowed()) await open('environment')
    }
    void openAllowed()
    return close
  }, [open, close])
}

/** Switches the camera off while the page is hidden or left, and on again. */
function useCloseWhenHidden(
  facing: Facing | undefined,
  open: (facing: Facing) => Promise<void>,
  close: () => void,
): void {
  useEffect(() => {
    if (facing === undefined) return undefined
    const end = new AbortController()
    const { signal } = end
    const update = () => {
      if (document.visibilityState === 'hidden') close()
      else void open(facing)
    }
    document.addEventListener('visibilitychange', update, { signal })
    window.addEventListener('pagehide', close, { signal })
    return () => end.abort()
  }, [facing, open, close])
}
