'use client'

import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'

import { createPainter, type Manner, type Painter, setWidth, type Shot } from './painter.ts'

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
