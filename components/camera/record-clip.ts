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

/** The type of clip that this browser records, or undefined if it records none. */
export function clipType(): string | undefined {
  if (typeof MediaRecorder === 'undefined') return undefined
  if (!('captureStream' in HTMLCanvasElement.prototype)) return undefined
  return TYPES.find((type) => MediaRecorder.isTypeSupported(type))
}

/** A clip that is being recorded. */
export type Recording = {
  readonly stop: () => void
  /** The clip, or undefined if nothing was recorded. */
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
