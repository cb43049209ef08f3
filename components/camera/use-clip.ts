'use client'

import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react'

import { clipType, LONGEST_CLIP, recordClip, type Recording } from './record-clip.ts'

/** The clip that is being recorded: its seconds so far, and how to begin and end it. */
export type Clip = {
  /** Undefined before the browser is known, and where it records no clip. */
  readonly type: string | undefined
  /** Whole seconds; undefined while none is recorded. */
  readonly seconds: number | undefined
  readonly start: (sound: MediaStreamTrack | undefined) => void
  readonly stop: () => void
}

// A browser records what it records; the server does not know it.
const subscribeToNothing = () => () => {}

/** Records the canvas. `onEnd` gets the clip, or nothing where it failed. */
export function useClip(
  canvas: RefObject<HTMLCanvasElement | null>,
  onEnd: (clip: Blob | undefined) => void,
): Clip {
  const type = useSyncExternalStore(subscribeToNothing, clipType, () => undefined)
  const [seconds, setSeconds] = useState<number>()
  const recording = useRef<Recording>(undefined)
  useEffect(() => {
    if (seconds === undefined) return undefined
    const timer = setTimeout(() => {
      if (seconds + 1 >= LONGEST_CLIP) recording.current?.stop()
      else setSeconds(seconds + 1)
    }, 1000)
    return () => clearTimeout(timer)
  }, [seconds])
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
