import type { Motif } from '#lib/garment/motif.ts'
import { type Half, halfPath } from '#lib/half/half.ts'
import { FRAME, type Item, type LineColor, type PixelSize, type Scene } from './scene.ts'
import type { StickerName } from './sticker-names.ts'

/** One shape of a sticker: path data on a square of 100, filled, drawn as a line, or both. */
export type Shape = {
  readonly d: string
  readonly fill?: string
  readonly line?: string
  readonly lineWidth?: number
}

/** Initial size of a sticker, in pixels of the frame. */
export const STICKER_SIZE = 220

const INK = '#1d1b18'
const PERSIMMON = '#cf5a2a'
const SAND = '#ba986c'
const PAPER = '#fffdf6'

const disc = (x: number, y: number, radius: number) =>
  `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0z`

const SHAPES: Readonly<Record<StickerName, readonly Shape[]>> = {
  sun: [
    {
      d: 'M50 9v11M50 80v11M9 50h11M80 50h11M21 21l8 8M71 71l8 8M79 21l-8 8M29 71l-8 8',
      line: PERSIMMON,
      lineWidth: 6,
    },
    { d: disc(50, 50, 22), fill: PERSIMMON },
    { d: 'M42 47v4M58 47v4M43 56q7 6 14 0', line: PAPER, lineWidth: 3.5 },
  ],
  mountain: [
    { d: 'M6 84 36 28Q41 20 46 28L60 52 67 41Q71 36 75 41L95 84Z', fill: '#6f8a72' },
    { d: 'M29 41 36 28Q41 20 46 28L54 42 47 47 41 41 35 47Z', fill: PAPER },
    { d: 'M12 84h78', line: '#4f6a55', lineWidth: 5 },
  ],
  wave: [
    { d: 'M8 38q10.5-14 21 0t21 0 21 0 21 0', line: '#2f6690', lineWidth: 8 },
    { d: 'M8 58q10.5-14 21 0t21 0 21 0 21 0', line: '#4f8ab3', lineWidth: 8 },
    { d: 'M8 78q10.5-14 21 0t21 0 21 0 21 0', line: '#86b3cd', lineWidth: 8 },
  ],
  cloud: [
    {
      d: 'M28 76a18 18 0 0 1-2-36 24 24 0 0 1 45-7 21.5 21.5 0 0 1 3 43z',
      fill: '#dfe9ee',
      line: '#7d97a6',
      lineWidth: 4,
    },
    { d: 'M40 55v4M58 55v4M46 64q3 3 6 0', line: '#50697a', lineWidth: 3.5 },
  ],
  cotton: [
    { d: 'M50 72v20', line: '#7a5a38', lineWidth: 5 },
    { d: `${disc(34, 46, 18)}${disc(66, 46, 18)}`, fill: '#f4eee0', line: SAND, lineWidth: 2.5 },
    { d: disc(50, 32, 19), fill: '#f9f4e8', line: SAND, lineWidth: 2.5 },
    { d: disc(50, 55, 17), fill: PAPER, line: SAND, lineWidth: 2.5 },
    { d: 'M26 60Q50 80 74 60L62 78Q50 87 38 78Z', fill: '#8a6a45' },
  ],
  spool: [
    { d: 'M70 66q20 2 18 22', line: PERSIMMON, lineWidth: 3.5 },
    { d: 'M32 24h36v52h-36z', fill: PERSIMMON },
    { d: 'M32 36l36-7M32 47l36-7M32 58l36-7M32 69l36-7', line: '#e9966f', lineWidth: 2.5 },
    { d: 'M26 12h48v13h-48zM26 75h48v13h-48z', fill: SAND },
  ],
  tea: [
    { d: 'M55 28 64 5', line: PERSIMMON, lineWidth: 7 },
    { d: 'M27 32h46l-6 57q-1 4-5 4h-24q-4 0-5-4z', fill: '#d6a878' },
    { d: 'M29 48h42l-1 9q-20 7-40 0z', fill: '#e9cfae' },
    {
      d: `${disc(39, 84, 4.5)}${disc(50, 86, 4.5)}${disc(61, 83, 4.5)}${disc(44, 75, 4.5)}${disc(57, 74, 4.5)}`,
      fill: '#3a2a20',
    },
    { d: 'M22 25h56v8h-56z', fill: '#f3efe7', line: '#a98157', lineWidth: 2.5 },
  ],
  train: [
    { d: 'M37 82l-9 13M63 82l9 13M31 91h38', line: INK, lineWidth: 4 },
    { d: 'M25 22q25-14 50 0v52q0 9-9 9h-32q-9 0-9-9z', fill: '#f4efe6', line: INK, lineWidth: 3.5 },
    { d: 'M33 30h34v18h-34z', fill: '#7fa8bf' },
    { d: 'M27 56h46v8h-46z', fill: PERSIMMON },
    { d: `${disc(36, 73, 4)}${disc(64, 73, 4)}`, fill: '#e3b23c' },
  ],
  bird: [
    { d: 'M44 76v14M56 75v15', line: '#a8742f', lineWidth: 4 },
    {
      d: 'M8 50Q24 34 48 34 54 20 70 22 80 23 83 32L96 37 83 42Q82 76 50 78 24 79 8 50Z',
      fill: '#4f6d8a',
    },
    { d: 'M24 52q22-12 38 4-16 18-38-4z', fill: '#2f4a66' },
    { d: disc(71, 33, 3.5), fill: PAPER },
  ],
  star: [
    { d: 'M50 9l12 27 29 3-22 19 7 29-26-15-26 15 7-29-22-19 29-3z', fill: '#e3b23c' },
    { d: 'M42 50v4M58 50v4M44 60q6 5 12 0', line: INK, lineWidth: 3.5 },
  ],
}

const onGrid = (value: number) => Math.round(value * 10) / 10

/** Width of the line of one's own half, on the square of a sticker. */
const OWN_LINE = 7

/** The half that somebody drew as a sticker: its own line, as large as the square lets it be. */
export function halfSticker(half: Half, color: string): readonly Shape[] {
  const points = half.flat()
  const xs = points.map(([x]) => x)
  const ys = points.map(([, y]) => y)
  const [left, top] = [Math.min(...xs), Math.min(...ys)]
  const size = Math.max(Math.max(...xs) - left, Math.max(...ys) - top, 1)
  const unit = (100 - 2 * OWN_LINE) / size
  const rest = (from: number, to: number) => (100 - (to - from) * unit) / 2
  const [x, y] = [rest(left, Math.max(...xs)), rest(top, Math.max(...ys))]
  const placed = half.map((stroke) =>
    stroke.map(([p, q]) => [onGrid((p - left) * unit + x), onGrid((q - top) * unit + y)] as const),
  )
  return [{ d: halfPath(placed), line: color, lineWidth: OWN_LINE }]
}

/** The shapes of a sticker, from the back to the front. */
export function stickerShapes(name: StickerName): readonly Shape[] {
  return SHAPES[name]
}

/** Overlay of the photo: the items of a scene, and the label with the style's title. */
export type Overlay = {
  readonly scene: Pick<Scene, 'items' | 'lineColor'>
  readonly motif: Motif | undefined
  readonly title: string
  /** The shapes of one's own half as a sticker; none where nothing was drawn. */
  readonly half: readonly Shape[]
}

/** A canvas to paint on, and another on which the drawing is put together first. */
export type Easel = { readonly context: Context; readonly layer: Context }

type Context = CanvasRenderingContext2D

const LARGEST_DRAWING = { width: 960, height: 620 }
const THREADS = { white: '#fffdf6', ink: '#23201c' } as const
const LABEL = { width: 264, height: 96, margin: 44 }

const pathOf = (d: string) => new Path2D(d)

type MotifSize = PixelSize & { readonly unit: number; readonly x: number; readonly y: number }

function sizeOfMotif({ viewBox }: Motif): MotifSize {
  const [x = 0, y = 0, width = 1, height = 1] = viewBox.split(' ').map(Number)
  const unit = Math.min(LARGEST_DRAWING.width / width, LARGEST_DRAWING.height / height)
  return { width: width * unit, height: height * unit, unit, x, y }
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
const THREAD_WIDTH = 0.8

function paintDrawing(context: Context, motif: Motif, color: string): void {
  const { width, height, unit, x, y } = sizeOfMotif(motif)
  context.translate(-width / 2, -height / 2)
  context.scale(unit, unit)
  context.translate(-x, -y)
  context.fillStyle = color
  context.fill(pathOf(motif.outline))
  context.lineWidth = THREAD_WIDTH
  context.strokeStyle = 'rgb(60 44 24 / 20%)'
  context.stroke(pathOf(motif.threads))
}

/** Paints a sticker with the white edge along which it was cut, around 0, 0. */
function paintSticker(context: Context, shapes: readonly Shape[]): void {
  context.scale(STICKER_SIZE / 100, STICKER_SIZE / 100)
  context.translate(-50, -50)
  context.lineJoin = 'round'
  context.lineCap = 'round'
  context.strokeStyle = THREADS.white
  for (const { d, line, lineWidth = 0 } of shapes) {
    context.lineWidth = 9 + (line === undefined ? 0 : lineWidth)
    context.stroke(pathOf(d))
  }
  for (const { d, fill, line, lineWidth = 0 } of shapes) {
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
export function paintOverlay(easel: Easel, { scene, motif, title, half }: Overlay): void {
  const { context, layer } = easel
  context.clearRect(0, 0, context.canvas.width, context.canvas.height)
  for (const item of scene.items) {
    const { kind } = item
    if (kind !== 'drawing') {
      inFrame(context, () => {
        place(context, item)
        paintSticker(context, kind === 'half' ? half : stickerShapes(kind))
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
