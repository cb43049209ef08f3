'use client'

import { useCallback, useEffect, useReducer, useRef, useState } from 'react'

import { changeScene, createScene, type SceneAction } from '#lib/camera/scene.ts'
import type { Motif } from '#lib/garment/motif.ts'

import { videoSize } from './camera-stream.ts'
import { savePicture, type Shot } from './painter.ts'
import type { Finished } from './result.tsx'
import { useClip } from './use-clip.ts'
import { useMusic } from './use-music.ts'
import { type Picture, usePicture } from './use-picture.ts'
import { usePreview } from './use-preview.ts'

/** The style whose drawing is completed, and the address of its garment page. */
export type Style = {
  readonly id: string
  readonly title: string
  readonly address: string
  readonly motif: Motif | undefined
}

type Change = (action: SceneAction) => void

// A camera's image changes its size when the phone is turned.
function useSourceSize({ video, mode, photo }: Picture, change: Change): void {
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

/** A function that gives the shot as it is now; a new one with each change of what is to be seen. */
function useShot(style: Style, scene: Shot['scene'], picture: Picture): () => Shot {
  const { video, mode, photo, isMirrored } = picture
  const { motif, title } = style
  return useCallback(() => {
    const camera = video.current?.videoWidth ? video.current : undefined
    const source = mode === 'live' ? camera : mode === 'still' ? photo : undefined
    const size = source instanceof HTMLVideoElement ? videoSize(source) : source
    const own = size ? { ...scene, source: { width: size.width, height: size.height } } : scene
    return { source, isMirrored, scene: own, motif, title }
  }, [video, mode, photo, isMirrored, scene, motif, title])
}

function fileOf(blob: Blob, id: string): File {
  const ending = blob.type === 'image/jpeg' ? 'jpg' : blob.type === 'video/mp4' ? 'mp4' : 'webm'
  return new File([blob], `ourtee-${id}.${ending}`, { type: blob.type })
}

/** Everything that the camera of a style knows and does. */
export function useCamera(style: Style) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [said, say] = useState('')
  const [finished, setFinished] = useState<Finished>()
  const [scene, change] = useReducer(changeScene, style.motif !== undefined, createScene)
  const picture = usePicture()
  const music = useMusic()
  const getShot = useShot(style, scene, picture)
  useSourceSize(picture, change)

  const finish = (blob: Blob | undefined, kind: Finished['kind']) => {
    if (!blob) return picture.setProblem(kind === 'clip' ? 'no-clip' : 'no-memory')
    const text = `${style.title}的另一半，由我完成。${style.address}`
    setFinished({ file: fileOf(blob, style.id), kind, title: style.title, text })
    say(kind === 'clip' ? '影片完成' : '照片完成')
  }
  const clip = useClip(canvas, (blob) => finish(blob, 'clip'))
  const isRecording = clip.seconds !== undefined
  const motion = isRecording ? 'screen' : picture.mode === 'live' ? 'camera' : 'none'
  const painter = usePreview(canvas, picture.video, getShot, motion)

  const save = async (shot: Shot) => {
    if (painter) finish(await savePicture(painter, shot), 'picture')
  }
  const shoot = async () => {
    const shot = getShot()
    const source = picture.shoot()
    if (source) await save({ ...shot, source })
  }
  const record = () => {
    clip.start(music.track())
    say('開始錄影，最長 15 秒')
  }
  return {
    ...{ canvas, said, say, finished, scene, change, picture, music, clip, getShot, record },
    close: () => setFinished(undefined),
    shoot: () => void shoot(),
    finish: () => void save(getShot()),
  }
}

export type Camera = ReturnType<typeof useCamera>
