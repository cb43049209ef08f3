import type { Problem } from './messages.ts'
import { type LoopName, loopPath, ROUND } from '#lib/camera/scene.ts'

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
