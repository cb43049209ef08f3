import type { FilterName } from './filters.ts'
import type { StickerName } from './sticker-names.ts'

/** The loops of the camera, in the order of their buttons; the files are public/sounds/{name}.mp3. */
export const LOOPS = ['road', 'water'] as const
export type LoopName = (typeof LOOPS)[number]

/** The round that is played, in seconds of the file. */
export const ROUND = { start: 0.1, end: 20.1 } as const

/** The address of a loop. */
export function loopPath(name: LoopName): string {
  return `/sounds/${name}.mp3`
}

/** The finished picture, in pixels; every place in a scene is given in them. */
export const FRAME = { width: 1080, height: 1350 } as const

/** Maximum stickers per picture. */
export const MOST_STICKERS = 20

export const LINE_COLORS = ['yarn', 'white', 'ink'] as const
/** The colour of the drawing's line: its yarn's, white, or dark. */
export type LineColor = (typeof LINE_COLORS)[number]

/** Position of an item: its middle, its scale, its turn in radians. */
export type Place = {
  readonly x: number
  readonly y: number
  readonly scale: number
  readonly angle: number
  readonly isMirrored: boolean
}

/** A sticker of the label, or the half that this browser keeps. */
export type StickerKind = StickerName | 'half'

/** Something that lies on the picture: the style's drawing or a sticker. */
export type Item = Place & { readonly id: string; readonly kind: 'drawing' | StickerKind }

/** The part of the photo or camera image that fills the frame. */
export type View = { readonly x: number; readonly y: number; readonly zoom: number }

/** All that a picture is made of, but for the photo. `source` is the photo's size in pixels. */
export type Scene = {
  readonly items: readonly Item[]
  readonly selected: string | undefined
  readonly filter: FilterName
  readonly lineColor: LineColor
  readonly view: View
  readonly source: PixelSize
  /** Counter of added stickers, used for ids. */
  readonly added: number
}

export type PixelSize = { readonly width: number; readonly height: number }

/** A step by hand: by pixels of the frame, a factor, and radians. */
export type Step = {
  readonly x?: number
  readonly y?: number
  readonly factor?: number
  readonly turn?: number
}

export type SceneAction =
  | { readonly type: 'move'; readonly id: string; readonly step: Step }
  | { readonly type: 'mirror'; readonly id: string }
  | { readonly type: 'select'; readonly id: string | undefined }
  | { readonly type: 'remove'; readonly id: string }
  | { readonly type: 'add'; readonly sticker: StickerKind }
  | { readonly type: 'filter'; readonly filter: FilterName }
  | { readonly type: 'line-color'; readonly lineColor: LineColor }
  | { readonly type: 'source'; readonly source: PixelSize }
  | { readonly type: 'reset-drawing' }

/** The id of the drawing; the photo below it is moved under the id of the picture. */
export const DRAWING = 'drawing'
export const PICTURE = 'picture'

const WHOLE: View = { x: 0, y: 0, zoom: 1 }
const DRAWING_PLACE = { x: 540, y: 620, scale: 1, angle: 0, isMirrored: false }

/** A scene with nothing on it but the drawing, where the style has one. */
export function createScene(hasDrawing: boolean): Scene {
  return {
    items: hasDrawing ? [{ id: DRAWING, kind: 'drawing', ...DRAWING_PLACE }] : [],
    selected: undefined,
    filter: 'plain',
    lineColor: 'white',
    view: WHOLE,
    source: FRAME,
    added: 0,
  }
}

const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value))

/** The part of a photo that fills the frame, in pixels of the photo. */
export function cropOf({ view, source }: Pick<Scene, 'view' | 'source'>) {
  const cover = Math.max(FRAME.width / source.width, FRAME.height / source.height) * view.zoom
  const width = FRAME.width / cover
  const height = FRAME.height / cover
  return {
    x: (source.width - width) / 2 - view.x / cover,
    y: (source.height - height) / 2 - view.y / cover,
    width,
    height,
  }
}

// No edge of the photo comes into the frame.
function clampView(view: View, source: PixelSize): View {
  const zoom = clamp(view.zoom, 1, 4)
  const cover = Math.max(FRAME.width / source.width, FRAME.height / source.height) * zoom
  const slackX = Math.max(0, (source.width * cover - FRAME.width) / 2)
  const slackY = Math.max(0, (source.height * cover - FRAME.height) / 2)
  return { zoom, x: clamp(view.x, -slackX, slackX), y: clamp(view.y, -slackY, slackY) }
}

function movePicture(scene: Scene, { x = 0, y = 0, factor = 1 }: Step): Scene {
  const { view, source } = scene
  const moved = { x: factor * view.x + x, y: factor * view.y + y, zoom: view.zoom * factor }
  return { ...scene, view: clampView(moved, source) }
}

// The middle stays in the frame, so that nothing is ever out of reach.
function moveItem(item: Item, { x = 0, y = 0, factor = 1, turn = 0 }: Step): Item {
  return {
    ...item,
    x: clamp(item.x + x, 0, FRAME.width),
    y: clamp(item.y + y, 0, FRAME.height),
    scale: clamp(item.scale * factor, 0.25, 4),
    angle: (item.angle + turn) % (2 * Math.PI),
  }
}

function changeItem(scene: Scene, id: string, change: (item: Item) => Item): Scene {
  return { ...scene, items: scene.items.map((item) => (item.id === id ? change(item) : item)) }
}

export function countStickers({ items }: Pick<Scene, 'items'>): number {
  return items.filter(({ kind }) => kind !== 'drawing').length
}

// Above and below the drawing, in an order in which one seldom lies beside the next.
const STICKER_ROWS = [130, 290, 960, 1180]
const STICKER_PLACES = Array.from({ length: MOST_STICKERS }, (_, index) => {
  const cell = (7 * (index + 1)) % MOST_STICKERS
  return { x: 130 + 205 * (cell % 5), y: STICKER_ROWS[Math.floor(cell / 5)] ?? 0 }
})

// Keeps enough of each sticker uncovered for a finger to reach it.
function addSticker(scene: Scene, sticker: StickerKind): Scene {
  if (countStickers(scene) >= MOST_STICKERS) return scene
  const isFree = ({ x, y }: { x: number; y: number }) =>
    scene.items.every((item) => Math.hypot(item.x - x, item.y - y) > 60)
  const place = STICKER_PLACES.find(isFree) ?? DRAWING_PLACE
  const added = scene.added + 1
  const id = `sticker-${added}`
  const item: Item = { ...place, id, kind: sticker, scale: 1, angle: 0, isMirrored: false }
  return { ...scene, items: [...scene.items, item], selected: id, added }
}

/** The scene after an action; the same one where the action has no effect. */
export function changeScene(scene: Scene, action: SceneAction): Scene {
  switch (action.type) {
    case 'move':
      if (action.id === PICTURE) return movePicture(scene, action.step)
      return changeItem(scene, action.id, (item) => moveItem(item, action.step))
    case 'mirror':
      return changeItem(scene, action.id, (item) => ({ ...item, isMirrored: !item.isMirrored }))
    case 'select':
      return { ...scene, selected: action.id }
    case 'remove':
      return {
        ...scene,
        items: scene.items.filter(({ id }) => id !== action.id || id === DRAWING),
        selected: undefined,
      }
    case 'add':
      return addSticker(scene, action.sticker)
    case 'filter':
      return { ...scene, filter: action.filter }
    case 'line-color':
      return { ...scene, lineColor: action.lineColor }
    case 'source':
      return {
        ...scene,
        source: action.source,
        view: clampView(scene.view, action.source),
      }
    case 'reset-drawing':
      return changeItem(scene, DRAWING, (item) => ({ ...item, ...DRAWING_PLACE }))
  }
}

/** A finger or the pointer, in pixels of the frame. */
export type Point = { readonly x: number; readonly y: number }

const middle = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 })
const distance = (a: Point, b: Point) => Math.hypot(b.x - a.x, b.y - a.y)
const direction = (a: Point, b: Point) => Math.atan2(b.y - a.y, b.x - a.x)

/** Movement of fingers between two moments: one drags; two drag, pinch and turn. */
export function stepBetween(before: readonly Point[], after: readonly Point[]): Step {
  const [from, otherFrom] = before
  const [to, otherTo] = after
  if (!from || !to) return {}
  if (!otherFrom || !otherTo) return { x: to.x - from.x, y: to.y - from.y }
  const start = middle(from, otherFrom)
  const end = middle(to, otherTo)
  return {
    x: end.x - start.x,
    y: end.y - start.y,
    factor: distance(to, otherTo) / Math.max(1, distance(from, otherFrom)),
    turn: direction(to, otherTo) - direction(from, otherFrom),
  }
}

/** Scales and turns an item around its middle as its corner is dragged. */
export function stepOfCorner(center: Point, before: Point, after: Point): Step {
  return {
    factor: distance(center, after) / Math.max(1, distance(center, before)),
    turn: direction(center, after) - direction(center, before),
  }
}
