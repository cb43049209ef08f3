import { type Filter, findFilter } from '#lib/camera/filters.ts'
import { cropOf, FRAME, type Scene } from '#lib/camera/scene.ts'
import { type Overlay, paintOverlay } from '#lib/camera/stickers.ts'
import { createFilterPass } from './filter-pass.ts'

/** Layers of one frame. Without a source, the drawing lies on a plain background. */
export type Shot = Omit<Overlay, 'scene'> & {
  readonly scene: Scene
  readonly source: HTMLVideoElement | HTMLCanvasElement | undefined
  /** True if the photo is mirrored, as a front camera shows it. */
  readonly isMirrored: boolean
}

/**
 * Manner of painting a shot: a finished picture, a moving one, or a layer over the browser's own
 * filtered video. Without WebGL a moving filter has half the size.
 */
export type Manner = 'finished' | 'moving' | 'over-video'

/** Paints a shot on a canvas. */
export type Painter = {
  readonly paint: (target: HTMLCanvasElement, shot: Shot, manner: Manner) => void
}

/** The width of a moving picture, in pixels; a still one is as wide as the frame. */
const LIVE_WIDTH = 720

function resize(canvas: HTMLCanvasElement, width: number): void {
  if (canvas.width === width) return
  canvas.width = width
  canvas.height = (width * FRAME.height) / FRAME.width
}

/** Paints the photo of a shot, or plain ground, over the whole canvas. */
export function paintPhoto(
  context: CanvasRenderingContext2D,
  { source, scene, isMirrored }: Pick<Shot, 'source' | 'scene' | 'isMirrored'>,
): void {
  const { width, height } = context.canvas
  if (!source) {
    const sky = context.createLinearGradient(0, 0, 0, height)
    sky.addColorStop(0, '#a9b7bd')
    sky.addColorStop(0.55, '#cfc3ae')
    sky.addColorStop(1, '#b49f80')
    context.fillStyle = sky
    return context.fillRect(0, 0, width, height)
  }
  const crop = cropOf(scene)
  context.setTransform(isMirrored ? -1 : 1, 0, 0, 1, isMirrored ? width : 0, 0)
  context.imageSmoothingQuality = 'high'
  // A mirrored picture is cropped from the opposite side.
  const x = isMirrored ? scene.source.width - crop.x - crop.width : crop.x
  context.drawImage(source, x, crop.y, crop.width, crop.height, 0, 0, width, height)
  context.setTransform(1, 0, 0, 1, 0, 0)
}

// Black over the picture darkens it by the same factor as a filter's vignette.
function paintVignette(context: CanvasRenderingContext2D, { vignette }: Filter): void {
  const { width, height } = context.canvas
  const shade = context.createRadialGradient(0.5, 0.5, 0, 0.5, 0.5, Math.SQRT1_2)
  for (let part = 0; part <= 1; part += 1 / 16) {
    shade.addColorStop(part, `rgb(0 0 0 / ${vignette * part ** 4})`)
  }
  context.clearRect(0, 0, width, height)
  context.setTransform(width, 0, 0, height, 0, 0)
  context.fillStyle = shade
  context.fillRect(0, 0, 1, 1)
  context.setTransform(1, 0, 0, 1, 0, 0)
}

const createContext = (settings?: CanvasRenderingContext2DSettings) =>
  document.createElement('canvas').getContext('2d', settings)

/** Creates a painter with its own canvases, used for the preview and the saved picture. */
export function createPainter(): Painter {
  const pass = createFilterPass()
  // Without a graphics chip, filter and recorder read every frame.
  const settings: CanvasRenderingContext2DSettings = { willReadFrequently: !pass.isFast() }
  const photo = createContext(settings)
  const [context, layer] = [createContext(settings), createContext()]
  let painted: readonly unknown[] = []

  const updateOverlay = (width: number, shot: Shot) => {
    const { items, lineColor } = shot.scene
    const now = [width, items, lineColor, shot.motif, shot.title, shot.half]
    if (!context || !layer || now.every((value, index) => value === painted[index])) return
    painted = now
    resize(context.canvas, width)
    paintOverlay({ context, layer }, shot)
  }

  const paintPicture = (target: CanvasRenderingContext2D, shot: Shot, manner: Manner) => {
    const { filter } = shot.scene
    if (manner === 'over-video') return paintVignette(target, findFilter(filter))
    if (filter === 'plain') return paintPhoto(target, shot)
    if (!photo) return
    const { width, height } = target.canvas
    resize(photo.canvas, manner === 'moving' && !pass.isFast() ? width / 2 : width)
    paintPhoto(photo, shot)
    target.drawImage(pass.run(photo.canvas, findFilter(filter)), 0, 0, width, height)
  }

  return {
    paint: (canvas, shot, manner) => {
      const target = canvas.getContext('2d', settings)
      // A browser short of memory returns no context; the preview keeps its last frame.
      if (!target || !context) return
      paintPicture(target, shot, manner)
      updateOverlay(canvas.width, shot)
      target.drawImage(context.canvas, 0, 0)
    },
  }
}

/** Makes a canvas as wide as a live or a finished picture; the browser empties it where that is another width. */
export function setWidth(canvas: HTMLCanvasElement, manner: Manner): void {
  resize(canvas, manner === 'finished' ? FRAME.width : LIVE_WIDTH)
}

/** The finished picture as a JPEG, or undefined if the browser has no memory for it. */
export async function savePicture(painter: Painter, shot: Shot): Promise<Blob | undefined> {
  const canvas = document.createElement('canvas')
  setWidth(canvas, 'finished')
  painter.paint(canvas, shot, 'finished')
  const blob = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, 'image/jpeg', 0.92)
  })
  return blob ?? undefined
}
