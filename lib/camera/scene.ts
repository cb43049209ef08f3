import type { StickerName } from './stickers.ts'

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

/** Something that lies on the picture: the style's drawing or a sticker. */
export type Item = Place & { readonly id: string; readonly kind: 'drawing' | StickerName }

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
  | { readonly type: 'add'; readonly sticker: StickerName }
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
function addSticker(scene: Scene, sticker: StickerName): Scene {
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

/** The filters of the camera, in the order of their buttons. */
export const FILTERS = ['plain', 'mist', 'sand', 'indigo', 'ink', 'dusk'] as const
export type FilterName = (typeof FILTERS)[number]

type Color = readonly [red: number, green: number, blue: number]

/**
 * A filter's effect: a color matrix (red, green, blue, constant), an S-curve contrast, then a
 * vignette.
 */
export type Filter = {
  readonly rows: readonly [Row, Row, Row]
  readonly contrast: number
  readonly vignette: number
}
type Row = readonly [number, number, number, number]

// Luminance weights of the channels (ITU-R BT.709).
const LUMA: Color = [0.2126, 0.7152, 0.0722]

const rowsOf = (row: (channel: 0 | 1 | 2) => Row): Filter['rows'] => [row(0), row(1), row(2)]

/** Grey levels become the colours between `dark` and `light`. */
function twoTone(dark: Color, light: Color): Filter['rows'] {
  return rowsOf((channel) => {
    const span = light[channel] - dark[channel]
    return [span * LUMA[0], span * LUMA[1], span * LUMA[2], dark[channel]]
  })
}

/** Less or more colour, then `gain` and `lift` for each channel. */
function tint(saturation: number, gain: Color, lift: Color): Filter['rows'] {
  return rowsOf((channel) => {
    const part = (source: 0 | 1 | 2) =>
      gain[channel] * (LUMA[source] * (1 - saturation) + (source === channel ? saturation : 0))
    return [part(0), part(1), part(2), lift[channel]]
  })
}

const DEFINITIONS: Readonly<Record<FilterName, Filter>> = {
  plain: { rows: tint(1, [1, 1, 1], [0, 0, 0]), contrast: 0, vignette: 0 },
  mist: { rows: tint(0.66, [0.8, 0.83, 0.84], [0.15, 0.155, 0.165]), contrast: 0.1, vignette: 0 },
  sand: {
    rows: tint(0.42, [1.02, 0.93, 0.76], [0.06, 0.045, 0.03]),
    contrast: 0.35,
    vignette: 0.2,
  },
  indigo: { rows: twoTone([0.05, 0.11, 0.27], [0.97, 0.98, 0.95]), contrast: 0.55, vignette: 0.15 },
  ink: { rows: twoTone([0.06, 0.055, 0.05], [1, 0.99, 0.965]), contrast: 0.75, vignette: 0.25 },
  dusk: { rows: tint(1.15, [1.1, 0.93, 0.82], [0.03, 0, 0.07]), contrast: 0.3, vignette: 0.3 },
}

/** Returns the filter of this name. */
export function findFilter(name: FilterName): Filter {
  return DEFINITIONS[name]
}

/** S-curve of a filter's contrast; levels run from 0 to 1. */
const curveOf = (contrast: number) => (value: number) => {
  const level = value < 0 ? 0 : value > 1 ? 1 : value
  return level + contrast * (level * level * (3 - 2 * level) - level)
}

const CURVE_STEPS = 32

/** The matrix and the table of an SVG filter that makes the same colours, but for the vignette. */
export function svgFilterOf({ rows, contrast }: Filter): { matrix: string; table: string } {
  const curve = curveOf(contrast)
  const table = Array.from({ length: CURVE_STEPS + 1 }, (_, step) => curve(step / CURVE_STEPS))
  const colors = rows.flatMap(([red, green, blue, lift]) => [red, green, blue, 0, lift])
  return { matrix: [...colors, 0, 0, 0, 1, 0].join(' '), table: table.join(' ') }
}

/** Applies a filter in place to RGBA pixels of a picture that is `width` pixels wide. */
export function filterPixels(
  pixels: Uint8ClampedArray,
  width: number,
  { rows, contrast, vignette }: Filter,
): void {
  const [[a, b, c, d], [e, f, g, h], [i, j, k, l]] = rows
  const height = pixels.length / 4 / width
  const curve = curveOf(contrast)
  for (let at = 0, y = 0; y < height; y += 1) {
    const down = (y + 0.5) / height - 0.5
    for (let x = 0; x < width; x += 1, at += 4) {
      const aside = (x + 0.5) / width - 0.5
      const corner = 2 * (aside * aside + down * down)
      const light = 255 * (1 - vignette * corner * corner)
      const red = (pixels[at] ?? 0) / 255
      const green = (pixels[at + 1] ?? 0) / 255
      const blue = (pixels[at + 2] ?? 0) / 255
      pixels[at] = light * curve(a * red + b * green + c * blue + d)
      pixels[at + 1] = light * curve(e * red + f * green + g * blue + h)
      pixels[at + 2] = light * curve(i * red + j * green + k * blue + l)
    }
  }
}

/** The same as a fragment shader of WebGL 1; `place` runs from 0 to 1 over the picture. */
export const FILTER_SHADER = `
precision highp float;
varying vec2 place;
uniform sampler2D picture;
uniform vec4 rows[3];
uniform vec2 shape;
void main() {
  vec4 color = vec4(texture2D(picture, place).rgb, 1.0);
  vec3 level = vec3(dot(rows[0], color), dot(rows[1], color), dot(rows[2], color));
  level = clamp(level, 0.0, 1.0);
  level += shape.x * (level * level * (3.0 - 2.0 * level) - level);
  vec2 away = place - 0.5;
  float corner = 2.0 * dot(away, away);
  gl_FragColor = vec4(level * (1.0 - shape.y * corner * corner), 1.0);
}`

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

/** A photo as its first bytes state it; its size is before any turn by EXIF. */
export type PhotoHeader = {
  readonly kind: 'jpeg' | 'png' | 'webp'
  readonly size: PixelSize
  /** Bytes that any decoder keeps for each pixel until it is done. */
  readonly bytesPerPixel: number
}

const PROGRESSIVE: readonly number[] = [0xc2, 0xc6, 0xca, 0xce]

/** Two bytes for each coefficient. A color channel may have fewer than one a pixel. */
function coefficientBytes(header: DataView, at: number): number {
  const count = Math.min(header.getUint8(at + 9), Math.floor((header.byteLength - at - 10) / 3))
  const channels = Array.from({ length: count }, (_, index) => {
    const sampling = header.getUint8(at + 11 + 3 * index)
    return { across: sampling >> 4, down: sampling & 15 }
  })
  const most = (side: 'across' | 'down') => Math.max(1, ...channels.map((channel) => channel[side]))
  const samples = channels.reduce((sum, { across, down }) => sum + across * down, 0)
  return (2 * samples) / (most('across') * most('down'))
}

function jpegHeader(header: DataView): PhotoHeader | undefined {
  let at = 2
  while (at + 10 <= header.byteLength && header.getUint8(at) === 0xff) {
    const marker = header.getUint8(at + 1)
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) {
      const size = { width: header.getUint16(at + 7), height: header.getUint16(at + 5) }
      const bytesPerPixel = PROGRESSIVE.includes(marker) ? coefficientBytes(header, at) : 0
      return { kind: 'jpeg', size, bytesPerPixel }
    }
    at += 2 + header.getUint16(at + 2)
  }
  return undefined
}

function pngHeader(header: DataView): PhotoHeader | undefined {
  if (header.byteLength < 26) return undefined
  const size = { width: header.getUint32(16), height: header.getUint32(20) }
  return { kind: 'png', size, bytesPerPixel: header.getUint8(24) > 8 ? 8 : 4 }
}

function webpHeader(header: DataView): PhotoHeader | undefined {
  if (header.byteLength < 30) return undefined
  const low = (at: number) => header.getUint16(at, true)
  const size = () => {
    switch (header.getUint8(15)) {
      // 'VP8X', 'VP8L', 'VP8 '.
      case 0x58:
        return {
          width: low(24) + (header.getUint8(26) << 16) + 1,
          height: low(27) + (header.getUint8(29) << 16) + 1,
        }
      case 0x4c: {
        const bits = header.getUint32(21, true)
        return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
      }
      default:
        return { width: low(26) & 0x3fff, height: low(28) & 0x3fff }
    }
  }
  return { kind: 'webp', size: size(), bytesPerPixel: 4 }
}

/** Reads the kind and size of a photo. Undefined for other kinds and for a file that is cut off. */
export function photoHeader(header: DataView): PhotoHeader | undefined {
  if (header.byteLength < 12) return undefined
  if (header.getUint16(0) === 0xff_d8) return jpegHeader(header)
  if (header.getUint32(0) === 0x89_50_4e_47) return pngHeader(header)
  const isWebp = header.getUint32(0) === 0x52_49_46_46 && header.getUint32(8) === 0x57_45_42_50
  return isWebp ? webpHeader(header) : undefined
}
