'use client'

import { useCallback, useEffect, useRef, useState } from 'react'

import type { LoopName } from '#lib/camera/scene.ts'
import { createMusic, type Music } from './music.ts'

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
