'use client'
import { type RefObject, useEffect, useReducer, useState } from 'react'

import { changeScene, createScene, type Scene, type SceneAction } from '#lib/camera/scene.ts'
import type { Motif } from '#lib/garment/motif.ts'
import type { MotifName } from '#lib/product/product.ts'
import type { CameraResult } from './camera-result.tsx'
import { videoSize } from './camera-stream.ts'
import { savePicture, type Shot } from './painter.ts'
import { useClip } from './use-clip.ts'
import { useMusic } from './use-music.ts'
import { useOwnSticker } from './use-own-sticker.ts'
import { type CameraPicture, usePicture } from './use-picture.ts'
import { type Motion, usePreview } from './use-preview.ts'

/** The style whose drawing is completed, and the address of its garment page. */
export type Style = {
  readonly id: string
  readonly title: string
  readonly address: string
  readonly motif: Motif | undefined
  readonly motifName: MotifName | undefined
}

/** How long the shutter waits for a camera's first frame, in milliseconds. */
const FIRST_FRAME_WITHIN = 3000

type Change = (action: SceneAction) => void

type Video = RefObject<HTMLVideoElement | null>

// A camera's image changes its size when the phone is turned.
function useSourceSize(video: Video, { mode, photo }: CameraPicture, change: Change): void {
  useEffect(() => {
    const image = video.current
    if (mode === 'still' && photo) {
      change({ type: 'source', source: { width: photo.width, height: photo.height } })
    }
    if (mode !== 'live' || !image) return undefined
    const update = () => change({ type: 'source', source: videoSize(image) })
    update()
    image.addEventListener('resize', update)
    return () => image.removeEventListener('resize', update)
  }, [video, mode, photo, change])
}

function fileOf(blob: Blob, id: string): File {
  const ending = blob.type === 'image/jpeg' ? 'jpg' : blob.type === 'video/mp4' ? 'mp4' : 'webm'
  return new File([blob], `ourtee-${id}.${ending}`, { type: blob.type })
}

/** The current shot, from the camera or the photo. */
function shotOf(
  { motif, title, half }: Pick<Style, 'motif' | 'title'> & Pick<Shot, 'half'>,
  scene: Scene,
  picture: CameraPicture,
  video: Video,
): Shot {
  const { mode, photo, isMirrored } = picture
  const camera = video.current?.videoWidth ? video.current : undefined
  const source = mode === 'live' ? camera : mode === 'still' ? photo : undefined
  const size = source instanceof HTMLVideoElement ? videoSize(source) : source
  const own = size ? { ...scene, source: { width: size.width, height: size.height } } : scene
  return { source, isMirrored, scene: own, motif, title, half }
}

/** A recording needs the whole picture on the canvas; otherwise the browser shows the camera. */
function motionOf({ mode }: CameraPicture, { filter }: Scene, isRecording: boolean): Motion {
  if (isRecording) return 'screen'
  if (mode !== 'live') return 'none'
  // Safari's canvas has no `filter`, and whether its videos take one of SVG has not been tried.
  const canFilterVideo = 'filter' in CanvasRenderingContext2D.prototype
  return filter === 'plain' || canFilterVideo ? 'video' : 'camera'
}

/** State and actions of a style's camera. */
export function useCamera(
  style: Style,
  { canvas, video }: { canvas: RefObject<HTMLCanvasElement | null>; video: Video },
) {
  const [said, say] = useState('')
  const [finished, setFinished] = useState<CameraResult>()
  const [scene, change] = useReducer(changeScene, style.motif !== undefined, createScene)
  const picture = usePicture(video)
  const music = useMusic()
  const half = useOwnSticker(style.motifName, style.motif)
  const getShot = () => shotOf({ ...style, half }, scene, picture, video)
  useSourceSize(video, picture, change)

  const finish = (blob: Blob | undefined, kind: CameraResult['kind']) => {
    if (!blob) return picture.setProblem(kind === 'clip' ? 'no-clip' : 'no-memory')
    const text = `${style.title}的另一半，由我完成。${style.address}`
    const file = fileOf(blob, style.id)
    setFinished({ file, url: URL.createObjectURL(file), kind, title: style.title, text })
    say(kind === 'clip' ? '影片完成' : '照片完成')
  }
  const clip = useClip(canvas, (blob) => finish(blob, 'clip'))
  const motion = motionOf(picture, scene, clip.seconds !== undefined)
  const { getPainter, paintAs } = usePreview(canvas, video, getShot, motion)

  const save = async (shot: Shot) => finish(await savePicture(getPainter(), shot), 'picture')
  const shootNow = () => {
    const shot = getShot()
    const source = picture.shoot()
    if (source) void save({ ...shot, source })
  }
  // While the camera switches, the shutter waits for the first frame.
  const shoot = () => {
    const image = video.current
    if (!image || image.videoWidth > 0) return shootNow()
    const signal = AbortSignal.timeout(FIRST_FRAME_WITHIN)
    image.addEventListener('loadeddata', shootNow, { once: true, signal })
  }
  const record = () => {
    // A clip begins with what is on the canvas.
    paintAs('screen')
    clip.start(music.track())
    say('開始錄影，最長 15 秒')
  }
  const close = () => {
    if (finished) URL.revokeObjectURL(finished.url)
    setFinished(undefined)
  }
  const finishNow = () => void save(getShot())
  const shown = { motion, said, say, finished, scene, half }
  const state = { ...shown, change, picture, music, clip, getShot }
  return { ...state, record, shoot, finish: finishNow, close }
}

export type Camera = ReturnType<typeof useCamera>
