'use client'

import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'

import { createPainter, type Painter, setWidth, type Shot } from './painter.ts'

/** When the preview repaints: on every camera frame, on every screen frame, or never. */
export type Motion = 'camera' | 'screen' | 'none'

/** Calls `paint` once for each new frame until the returned function is called. */
function repeat(motion: Motion, video: HTMLVideoElement | null, paint: () => void): () => void {
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
 * Paints the shot on the canvas on every change and every frame. Returns the painter's input for
 * the finished picture.
 */
export function usePreview(
  canvas: RefObject<HTMLCanvasElement | null>,
  video: RefObject<HTMLVideoElement | null>,
  getShot: () => Shot,
  motion: Motion,
): () => Painter {
  const painter = useRef<Painter>(undefined)
  const getPainter = () => (painter.current ??= createPainter())
  const paint = () => {
    if (!canvas.current) return
    setWidth(canvas.current, motion !== 'none')
    getPainter().paint(canvas.current, getShot(), motion !== 'none')
  }
  const paintFrame = useEffectEvent(paint)
  useEffect(paint)
  useEffect(
    () => (motion === 'none' ? undefined : repeat(motion, video.current, paintFrame)),
    [motion, video],
  )
  return getPainter
}
