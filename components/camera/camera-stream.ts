'use client'

import type { Problem } from './problem.ts'

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
