'use client'
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'

import {
  closeCamera,
  type Facing,
  freeze,
  isCameraAllowed,
  openCamera,
  playCamera,
} from './camera-stream.ts'
import { openPhoto } from './open-photo.ts'
import type { Problem } from './problem.ts'

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
