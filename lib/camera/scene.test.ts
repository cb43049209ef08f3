import assert from 'node:assert/strict'
import { test } from 'node:test'

import {
  changeScene,
  countStickers,
  createScene,
  cropOf,
  DRAWING,
  FRAME,
  MOST_STICKERS,
  PICTURE,
  type Scene,
  type SceneAction,
  type Step,
  FILTERS,
  filterPixels,
  findFilter,
  svgFilterOf,
  photoHeader,
  stepBetween,
  stepOfCorner,
} from './scene.ts'
import { STICKER_SIZE } from './stickers.ts'

const after = (...actions: SceneAction[]): Scene => actions.reduce(changeScene, createScene(true))
const source = (width: number, height: number): SceneAction => ({
  type: 'source',
  source: { width, height },
})
const move = (id: string, step: Step): SceneAction => ({ type: 'move', id, step })
const itemAfter = (...actions: SceneAction[]) => after(...actions).items[0]

test('a picture takes so many stickers and no more, and the newest is selected', () => {
  const many = Array.from({ length: MOST_STICKERS + 3 }, (): SceneAction => ({
    type: 'add',
    sticker: 'sun',
  }))
  const scene = after(...many)
  assert.equal(countStickers(scene), MOST_STICKERS)
  assert.equal(scene.selected, `sticker-${MOST_STICKERS}`)
  assert.equal(scene.items.length, MOST_STICKERS + 1)
})

test('a new sticker hides neither drawing nor another one, also where one was taken away', () => {
  const add: SceneAction = { type: 'add', sticker: 'sun' }
  const full = after(...Array.from({ length: MOST_STICKERS }, () => add))
  const again = [{ type: 'remove', id: 'sticker-3' }, add] as const
  const [drawing, ...stickers] = again.reduce(changeScene, full).items
  assert.equal(stickers.length, MOST_STICKERS)
  for (const [index, { x, y }] of stickers.entries()) {
    for (const other of stickers.slice(index + 1)) {
      assert.ok(Math.max(Math.abs(other.x - x), Math.abs(other.y - y)) >= 160)
    }
    assert.ok(Math.abs((drawing?.y ?? 0) - y) >= (420 + STICKER_SIZE) / 2)
  }
})

test('a sticker is removed, the drawing never', () => {
  const scene = after(
    { type: 'add', sticker: 'tea' },
    { type: 'remove', id: 'sticker-1' },
    { type: 'remove', id: DRAWING },
  )
  assert.deepEqual(
    scene.items.map(({ id }) => id),
    [DRAWING],
  )
  assert.equal(scene.selected, undefined)
})

test('an item never leaves the frame, and is never too small to hold', () => {
  assert.deepEqual(
    [itemAfter(move(DRAWING, { x: 9999, y: -9999 }))].map((item) => [item?.x, item?.y]),
    [[FRAME.width, 0]],
  )
  assert.equal(itemAfter(move(DRAWING, { factor: 1e-6 }))?.scale, 0.25)
  assert.equal(itemAfter(move(DRAWING, { factor: 1e6 }))?.scale, 4)
})

test('the drawing goes back to where it was', () => {
  const first = itemAfter()
  const steps = [
    move(DRAWING, { x: 90, factor: 2, turn: 1 }),
    { type: 'mirror', id: DRAWING },
  ] as const
  assert.notDeepEqual(itemAfter(...steps), first)
  assert.deepEqual(itemAfter(...steps, { type: 'reset-drawing' }), first)
})

const crops: readonly [string, readonly SceneAction[], object][] = [
  [
    'a wide photo fills the height',
    [source(2700, 1350)],
    { x: 810, y: 0, width: 1080, height: 1350 },
  ],
  [
    'a tall photo fills the width',
    [source(540, 1350)],
    { x: 0, y: 337.5, width: 540, height: 675 },
  ],
  [
    'a photo is dragged up to its edge',
    [source(2700, 1350), move(PICTURE, { x: 5000, y: 50 })],
    { x: 0, y: 0, width: 1080, height: 1350 },
  ],
  [
    'a photo is enlarged around its middle',
    [source(1080, 1350), move(PICTURE, { factor: 2 })],
    { x: 270, y: 337.5, width: 540, height: 675 },
  ],
  [
    'a photo is never smaller than the frame',
    [source(1080, 1350), move(PICTURE, { factor: 0.1 })],
    { x: 0, y: 0, width: 1080, height: 1350 },
  ],
  [
    'a phone that is turned keeps the frame full',
    [source(1080, 1920), move(PICTURE, { y: 280 }), source(1920, 1080)],
    { x: 528, y: 0, width: 864, height: 1080 },
  ],
]
for (const [name, actions, wanted] of crops) {
  test(name, () => assert.deepEqual(cropOf(after(...actions)), wanted))
}

/** A pixel in the middle of a picture of 3 x 3, filtered. */
function middleAfter(name: (typeof FILTERS)[number], red: number, green: number, blue: number) {
  const pixels = new Uint8ClampedArray(36)
  for (let at = 0; at < 36; at += 4) pixels.set([red, green, blue, 255], at)
  filterPixels(pixels, 3, findFilter(name))
  return [...pixels.subarray(16, 20)]
}

test('the plain filter changes nothing', () => {
  assert.deepEqual(middleAfter('plain', 12, 130, 251), [12, 130, 251, 255])
})

test('the two-tone filters lead from dark to light, whatever the colour', () => {
  for (const name of ['indigo', 'ink'] as const) {
    const [dark, light] = [middleAfter(name, 0, 0, 0), middleAfter(name, 255, 255, 255)]
    for (const channel of [0, 1, 2]) {
      assert.ok((dark[channel] ?? 0) < 75, name)
      assert.ok((light[channel] ?? 0) > 235, name)
    }
  }
})

test('no filter touches opacity, and each leaves black darker than white', () => {
  for (const name of FILTERS) {
    const [black, white] = [middleAfter(name, 0, 0, 0), middleAfter(name, 255, 255, 255)]
    assert.equal(white[3], 255)
    assert.ok((white[0] ?? 0) - (black[0] ?? 0) > 150, name)
  }
})

test('corners are darkened, the middle is not', () => {
  const width = 101
  const pixels = new Uint8ClampedArray(4 * width * width).fill(200)
  filterPixels(pixels, width, { ...findFilter('plain'), vignette: 0.3 })
  assert.equal(pixels[4 * (50 * width + 50)], 200)
  assert.ok((pixels[0] ?? 0) < 150)
})

/** A level that an SVG filter makes, by its definition: a matrix, then a table between whose values it interpolates. */
function svgLevels(name: (typeof FILTERS)[number], color: readonly number[]): number[] {
  const { matrix, table } = svgFilterOf(findFilter(name))
  const [numbers, values] = [matrix, table].map((list) => list.split(' ').map(Number))
  return [0, 1, 2].map((channel) => {
    const row = numbers?.slice(5 * channel, 5 * channel + 5) ?? []
    const sum = [...color, 255, 255].reduce((all, level, at) => all + (row[at] ?? 0) * level, 0)
    const place = Math.min(1, Math.max(0, sum / 255)) * ((values?.length ?? 0) - 1)
    const [low = 0, high = low] = values?.slice(Math.floor(place)) ?? []
    return 255 * (low + (place % 1) * (high - low))
  })
}

test('the filter of the live video makes the colours of the saved picture', () => {
  const levels = [0, 40, 90, 128, 180, 255]
  const colors = levels.flatMap((red) =>
    levels.flatMap((green) => levels.map((blue): [number, number, number] => [red, green, blue])),
  )
  for (const name of FILTERS) {
    for (const color of colors) {
      const saved = middleAfter(name, ...color)
      const isSame = svgLevels(name, color).every(
        (level, at) => Math.abs(level - (saved[at] ?? 0)) <= 1,
      )
      assert.ok(isSame, `${name} ${color.join(' ')}`)
    }
  }
})

const START = [0xff, 0xd8]
const segment = (marker: number, bytes: readonly number[]) => [
  0xff,
  marker,
  0,
  bytes.length + 2,
  ...bytes,
]
const EXIF = segment(0xe1, [...Buffer.from('Exif'), 0, 0, 0xff, 0xc0])
const QUANTIZATION = segment(0xdb, [0, 1, 2, 3])
const HUFFMAN = segment(0xc4, [9, 9, 9, 9, 9, 9, 9])
// Precision, height, width, and each channel: its number, sampling and table.
const frame = (marker: number, samplings: readonly number[]) =>
  segment(marker, [
    8,
    0x17,
    0xa0,
    0x1f,
    0x80,
    samplings.length,
    ...samplings.flatMap((sampling, index) => [index + 1, sampling, 0]),
  ])
const [GRAY, HALF_COLOR, FULL_COLOR] = [[0x11], [0x22, 0x11, 0x11], [0x11, 0x11, 0x11]]

// Signature, the first chunk's length and name, width, height, bits a channel, color type.
const png = (bits: number) => [
  ...Buffer.from('89504e470d0a1a0a0000000d4948445200001f80000017a0', 'hex'),
  bits,
  2,
]
const webp = (chunk: string, bytes: readonly number[]) => [
  ...Buffer.from(`RIFF....WEBP${chunk}....`),
  ...bytes,
  0,
  0,
  0,
  0,
  0,
]

const headerOf = (bytes: readonly number[]) =>
  photoHeader(new DataView(Uint8Array.from(bytes).buffer))

const KINDS = [
  ['a JPEG', [...START, ...frame(0xc0, HALF_COLOR)], 'jpeg', 0],
  [
    'a progressive JPEG after EXIF and tables',
    [...START, ...EXIF, ...QUANTIZATION, ...HUFFMAN, ...frame(0xc2, HALF_COLOR)],
    'jpeg',
    3,
  ],
  ['a progressive JPEG with full color', [...START, ...frame(0xc2, FULL_COLOR)], 'jpeg', 6],
  ['a progressive JPEG without color', [...START, ...frame(0xc2, GRAY)], 'jpeg', 2],
  ['a PNG', png(8), 'png', 4],
  ['a PNG of 16 bits', png(16), 'png', 8],
  ['a WebP', webp('VP8 ', [0, 0, 0, 0x9d, 0x01, 0x2a, 0x80, 0x1f, 0xa0, 0x17]), 'webp', 4],
  ['a WebP without loss', webp('VP8L', [0x2f, 0x7f, 0xdf, 0xe7, 0x05]), 'webp', 4],
  ['a WebP with EXIF', webp('VP8X', [8, 0, 0, 0, 0x7f, 0x1f, 0, 0x9f, 0x17, 0]), 'webp', 4],
] as const

for (const [name, bytes, kind, bytesPerPixel] of KINDS) {
  test(`${name} states its size and what its decoder keeps`, () => {
    const size = { width: 8064, height: 6048 }
    assert.deepEqual(headerOf(bytes), { kind, size, bytesPerPixel })
  })
}

test('another format, and a file cut off before its size, have none', () => {
  const cut = [...START, ...EXIF, ...frame(0xc0, GRAY)].slice(0, -9)
  const others = [[...Buffer.from('no picture at all')], [...Buffer.from('GIF89a')], [], START]
  for (const bytes of [...others, cut, png(8).slice(0, 20), webp('VP8X', []).slice(0, 20)]) {
    assert.equal(headerOf(bytes), undefined)
  }
})

const p = (x: number, y: number) => ({ x, y })

test('one finger drags', () => {
  assert.deepEqual(stepBetween([p(10, 10)], [p(15, 7)]), { x: 5, y: -3 })
})

test('two fingers drag, spread and turn at once', () => {
  const { x, y, factor, turn } = stepBetween([p(0, 0), p(10, 0)], [p(5, 0), p(5, 20)])
  assert.deepEqual([x, y, factor], [0, 10, 2])
  assert.equal(turn, Math.PI / 2)
})

test('fingers on one spot divide by nothing', () => {
  assert.equal(stepBetween([p(3, 3), p(3, 3)], [p(3, 3), p(3, 3)]).factor, 0)
  assert.deepEqual(stepBetween([], []), {})
})

test('a corner turns and enlarges around the middle', () => {
  const { factor, turn } = stepOfCorner(p(100, 100), p(110, 100), p(100, 130))
  assert.equal(factor, 3)
  assert.equal(turn, Math.PI / 2)
})
