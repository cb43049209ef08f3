import type { Step } from '#lib/camera/scene.ts'
import type { CameraIconName } from './camera-icon.tsx'

/** The longest clip, in seconds. */
export const LONGEST_CLIP = 15

// H.264 and AAC play on every phone; what else calls itself mp4 comes next.
const TYPES = [
  'video/mp4;codecs=avc1.42E01F,mp4a.40.2',
  'video/mp4;codecs=avc1,mp4a.40.2',
  'video/mp4',
  'video/webm;codecs=vp9,opus',
  'video/webm;codecs=vp8,opus',
  'video/webm',
]

const FRAMES_PER_SECOND = 30
const BITS_PER_SECOND = 4_000_000

/** The type of clip that this browser records; undefined where it records none. */
export function clipType(): string | undefined {
  if (typeof MediaRecorder === 'undefined') return undefined
  if (!('captureStream' in HTMLCanvasElement.prototype)) return undefined
  return TYPES.find((type) => MediaRecorder.isTypeSupported(type))
}

/** A clip that is being recorded. */
export type Recording = {
  readonly stop: () => void
  /** The clip; undefined where nothing was recorded. */
  readonly clip: Promise<Blob | undefined>
}

/** Records a canvas, with sound where a track is given, until `stop`. Throws where the browser refuses. */
export function recordClip(
  canvas: HTMLCanvasElement,
  sound: MediaStreamTrack | undefined,
  type: string,
): Recording {
  const stream = canvas.captureStream(FRAMES_PER_SECOND)
  if (sound) stream.addTrack(sound)
  const recorder = new MediaRecorder(stream, {
    mimeType: type,
    videoBitsPerSecond: BITS_PER_SECOND,
  })
  const parts: Blob[] = []
  recorder.addEventListener('dataavailable', ({ data }) => parts.push(data))
  const clip = new Promise<Blob | undefined>((resolve) => {
    recorder.addEventListener('error', () => resolve(undefined))
    recorder.addEventListener('stop', () => {
      for (const track of stream.getVideoTracks()) track.stop()
      const blob = new Blob(parts, { type: type.split(';')[0] ?? '' })
      resolve(blob.size > 0 ? blob : undefined)
    })
  })
  recorder.start()
  return { clip, stop: () => recorder.state === 'inactive' || recorder.stop() }
}

/** Whether the phone's own share sheet takes this file. */
export function canShareFile(file: File): boolean {
  return 'canShare' in navigator && navigator.canShare({ files: [file] })
}

/** Opens the share sheet. Returns false where it failed; closing it without a choice is no failure. */
export async function shareFile(file: File, title: string, text: string): Promise<boolean> {
  try {
    await navigator.share({ files: [file], title, text })
    return true
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError'
  }
}

/** A step that a button or a key takes with an item. */
export type NamedStep = {
  readonly label: string
  readonly icon: CameraIconName
  readonly keys: readonly string[]
  readonly step: Step
}

const MOVE = 24
const GROW = 1.1
const TURN = Math.PI / 24

/** The steps in the order of their buttons. */
export const STEPS: readonly NamedStep[] = [
  { label: '縮小', icon: 'smaller', keys: ['-', '_'], step: { factor: 1 / GROW } },
  { label: '放大', icon: 'larger', keys: ['+', '='], step: { factor: GROW } },
  { label: '往左轉', icon: 'turn-left', keys: ['[', ','], step: { turn: -TURN } },
  { label: '往右轉', icon: 'turn-right', keys: [']', '.'], step: { turn: TURN } },
  { label: '往左移', icon: 'left', keys: ['ArrowLeft'], step: { x: -MOVE } },
  { label: '往上移', icon: 'up', keys: ['ArrowUp'], step: { y: -MOVE } },
  { label: '往下移', icon: 'down', keys: ['ArrowDown'], step: { y: MOVE } },
  { label: '往右移', icon: 'right', keys: ['ArrowRight'], step: { x: MOVE } },
]

/** The step of a key; undefined where it takes none. */
export function stepOfKey(key: string): NamedStep | undefined {
  return STEPS.find(({ keys }) => keys.includes(key))
}
