import type { Motif } from '../garment/motif.ts'
import { FRAME, type Item, type LineColor, type Scene, type PixelSize } from './scene.ts'
import { type Shape, STICKER_SIZE, type StickerName, stickerShapes } from './stickers.ts'

/** Overlay of the photo: the items of a scene, and the label with the style's title. */
export type Overlay = {
  readonly scene: Pick<Scene, 'items' | 'lineColor'>
  readonly motif: Motif | undefined
  readonly title: string
}

/** A canvas to paint on, and another on which the drawing is put together first. */
export type Easel = { readonly context: Context; readonly layer: Context }

type Context = CanvasRenderingContext2D

const LARGEST_DRAWING = { width: 960, height: 620 }
const THREADS = { white: '#fffdf6', ink: '#23201c' } as const
const LABEL = { width: 264, height: 96, margin: 44 }

const pathOf = (d: string) => new Path2D(d)

function sizeOfMotif({ viewBox }: Motif): PixelSize & { readonly unit: number } {
  const [, , width = 1, height = 1] = viewBox.split(' ').map(Number)
  const unit = Math.min(LARGEST_DRAWING.width / width, LARGEST_DRAWING.height / height)
  return { width: width * unit, height: height * unit, unit }
}

/** The size of an item on the picture, in pixels of the frame. */
export function sizeOf(item: Item, motif: Motif | undefined): PixelSize {
  const { width, height } =
    item.kind === 'drawing' && motif
      ? sizeOfMotif(motif)
      : { width: STICKER_SIZE, height: STICKER_SIZE }
  return { width: width * item.scale, height: height * item.scale }
}

/** The colour of the drawing's line, as #rrggbb. */
export function threadColor(lineColor: LineColor, motif: Motif): string {
  return lineColor === 'yarn' ? motif.color : THREADS[lineColor]
}

function place(context: Context, { x, y, scale, angle, isMirrored }: Item): void {
  context.translate(x, y)
  context.rotate(angle)
  context.scale(isMirrored ? -scale : scale, scale)
}

// Bars across the line read as the threads of satin stitch.
function paintDrawing(context: Context, motif: Motif, color: string): void {
  const { width, height, unit } = sizeOfMotif(motif)
  context.translate(-width / 2, -height / 2)
  context.scale(unit, unit)
  context.lineJoin = 'round'
  for (const pass of ['line', 'threads'] as const) {
    context.lineCap = pass === 'line' ? 'round' : 'butt'
    context.setLineDash(pass === 'line' ? [] : [1.4, 2.2])
    context.strokeStyle = pass === 'line' ? color : 'rgb(60 44 24 / 20%)'
    for (const { d, strokeWidth } of motif.paths) {
      context.lineWidth = strokeWidth
      context.stroke(pathOf(d))
    }
  }
}

function paintShape(context: Context, { d, fill, line, lineWidth = 0 }: Shape): void {
  const path = pathOf(d)
  if (fill !== undefined) {
    context.fillStyle = fill
    context.fill(path)
  }
  if (line !== undefined) {
    context.strokeStyle = line
    context.lineWidth = lineWidth
    context.stroke(path)
  }
}

/** Paints a sticker with the white edge along which it was cut, around 0, 0. */
function paintSticker(context: Context, name: StickerName): void {
  const shapes = stickerShapes(name)
  context.scale(STICKER_SIZE / 100, STICKER_SIZE / 100)
  context.translate(-50, -50)
  context.lineJoin = 'round'
  context.lineCap = 'round'
  context.strokeStyle = THREADS.white
  for (const { d, line, lineWidth = 0 } of shapes) {
    context.lineWidth = 9 + (line === undefined ? 0 : lineWidth)
    context.stroke(pathOf(d))
  }
  for (const shape of shapes) paintShape(context, shape)
}

// The woven label of the hem, with the style's title.
function paintLabel(context: Context, title: string): void {
  const { width, height, margin } = LABEL
  context.translate(FRAME.width - margin - width, FRAME.height - margin - height)
  context.fillStyle = '#f6f1e6'
  context.fillRect(0, 0, width, height)
  context.setLineDash([7, 6])
  context.lineWidth = 2.5
  context.strokeStyle = '#b3a48a'
  context.strokeRect(8, 8, width - 16, height - 16)
  context.textAlign = 'center'
  context.fillStyle = '#23201c'
  context.font = '600 32px "Helvetica Neue", Arial, sans-serif'
  context.fillText('OURTEE', width / 2, 46, width - 44)
  context.font = '400 23px "Noto Sans CJK TC", "PingFang TC", "Noto Sans TC", sans-serif'
  context.fillText(title, width / 2, 77, width - 44)
}

/** Calls `paint` with the canvas scaled to a frame and restores the context. */
function inFrame(context: Context, paint: () => void): void {
  const unit = context.canvas.width / FRAME.width
  context.save()
  context.setTransform(unit, 0, 0, unit, 0, 0)
  paint()
  context.restore()
}

// The line stands out from any photo by the shadow of all its strokes together.
function paintWithShadow({ context, layer }: Easel, color: string, paint: () => void): void {
  const { width, height } = context.canvas
  layer.canvas.width = width
  layer.canvas.height = height
  inFrame(layer, paint)
  context.save()
  const isDark = color === THREADS.ink
  context.shadowColor = isDark ? 'rgb(255 253 246 / 60%)' : 'rgb(29 24 16 / 62%)'
  context.shadowBlur = (20 * width) / FRAME.width
  context.shadowOffsetY = isDark ? 0 : (5 * width) / FRAME.width
  context.drawImage(layer.canvas, 0, 0)
  context.restore()
}

/** Paints items and label over the whole canvas. */
export function paintOverlay(easel: Easel, { scene, motif, title }: Overlay): void {
  const { context, layer } = easel
  context.clearRect(0, 0, context.canvas.width, context.canvas.height)
  for (const item of scene.items) {
    const { kind } = item
    if (kind !== 'drawing') {
      inFrame(context, () => {
        place(context, item)
        paintSticker(context, kind)
      })
    } else if (motif) {
      const color = threadColor(scene.lineColor, motif)
      paintWithShadow(easel, color, () => {
        place(layer, item)
        paintDrawing(layer, motif, color)
      })
    }
  }
  inFrame(context, () => paintLabel(context, title))
}
