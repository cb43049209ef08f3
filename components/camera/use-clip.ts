'use client'

import { type RefObject, useEffect, useRef, useState } from 'react'

import { useBrowserValue } from '#components/ui/use-browser-value.ts'
import type { Clip } from './clip.ts'
import { clipType, LONGEST_CLIP, recordClip, type Recording } from './record-clip.ts'

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
