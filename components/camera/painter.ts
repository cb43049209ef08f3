import { findFilter } from '#lib/camera/filters.ts'
import { type Overlay, paintOverlay } from '#lib/camera/paint.ts'
import { cropOf, FRAME, type Scene } from '#lib/camera/scene.ts'

import { createFilterPass } from './filter-pass.ts'

/** Layers of one frame. Without a source, the drawing lies on a plain background. */
export type Shot = Omit<Overlay, 'scene'> & {
  readonly scene: Scene
  readonly source: HTMLVideoElement | HTMLCanvasElement | undefined
  /** True if the photo is mirrored, as a front camera shows it. */
  readonly isMirrored: boolean
}

/** Paints a shot on a canvas; `isLive` allows a filter at half the size where there is no WebGL. */
export type Painter = {
  readonly paint: (target: HTMLCanvasElement, shot: Shot, isLive: boolean) => void
}

/** The width of a moving picture, in pixels; a still one is as wide as the frame. */
export const LIVE_WIDTH = 720

function resize(canvas: HTMLCanvasElement, width: number): void {
  if (canvas.width === width) return
  canvas.width = width
  canvas.height = (width * FRAME.height) / FRAME.width
}

function paintGround(context: CanvasRenderingContext2D): void {
  const { width, height } = context.canvas
  const sky = context.createLinearGradient(0, 0, 0, height)
  sky.addColorStop(0, '#a9b7bd')
  sky.addColorStop(0.55, '#cfc3ae')
  sky.addColorStop(1, '#b49f80')
  context.fillStyle = sky
  context.fillRect(0, 0, width, height)
}

/** Paints the photo of a shot, or plain ground, over the whole canvas. */
export function paintPhoto(
  context: CanvasRenderingContext2D,
  { source, scene, isMirrored }: Pick<Shot, 'source' | 'scene' | 'isMirrored'>,
): void {
  const { width, height } = context.canvas
  if (!source) return paintGround(context)
  const crop = cropOf(scene)
  context.setTransform(isMirrored ? -1 : 1, 0, 0, 1, isMirrored ? width : 0, 0)
  context.imageSmoothingQuality = 'high'
  // A mirrored picture is cropped from the opposite side.
  const x = isMirrored ? scene.source.width - crop.x - crop.width : crop.x
  context.drawImage(source, x, crop.y, crop.width, crop.height, 0, 0, width, height)
  context.setTransform(1, 0, 0, 1, 0, 0)
}

const createContext = (settings?: CanvasRenderingContext2DSettings) =>
  document.createElement('canvas').getContext('2d', settings)

/** Creates a painter with its own canvases, used for the preview and the saved picture. */
export function createPainter(): Painter {
  const pass = createFilterPass()
  const photo = createContext({ willReadFrequently: !pass.isFast() })
  const [context, layer] = [createContext(), createContext()]
  let painted: readonly unknown[] = []

  const updateOverlay = (width: number, shot: Shot) => {
    const { items, lineColor } = shot.scene
    const now = [width, items, lineColor, shot.motif, shot.title]
    if (!context || !layer || now.every((value, index) => value === painted[index])) return
    painted = now
    resize(context.canvas, width)
    paintOverlay({ context, layer }, shot)
  }

  return {
    paint: (canvas, shot, isLive) => {
      const target = canvas.getContext('2d')
      // A browser short of memory returns no context; the preview keeps its last frame.
      if (!target || !photo || !context) return
      const { filter } = shot.scene
      const isHalf = isLive && filter !== 'plain' && !pass.isFast()
      resize(photo.canvas, isHalf ? canvas.width / 2 : canvas.width)
      paintPhoto(photo, shot)
      const isPlain = filter === 'plain'
      const picture = isPlain ? photo.canvas : pass.run(photo.canvas, findFilter(filter))
      target.drawImage(picture, 0, 0, canvas.width, canvas.height)
      updateOverlay(canvas.width, shot)
      target.drawImage(context.canvas, 0, 0)
    },
  }
}

/** Makes a canvas as wide as a live or a finished picture; the browser empties it where that is another width. */
export function setWidth(canvas: HTMLCanvasElement, isLive: boolean): void {
  resize(canvas, isLive ? LIVE_WIDTH : FRAME.width)
}

/** The finished picture as a JPEG; undefined where the browser has no memory for it. */
export async function savePicture(painter: Painter, shot: Shot): Promise<Blob | undefined> {
  const canvas = document.createElement('canvas')
  setWidth(canvas, false)
  painter.paint(canvas, shot, false)
  const blob = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, 'image/jpeg', 0.92)
  })
  return blob ?? undefined
}
