import assert from 'node:assert/strict'
import { test } from 'node:test'

import sharp from 'sharp'

import { pictureSizes } from '#lib/content/pictures.ts'
import {
  drawingAsPicture,
  makePicture,
  makeSizes,
  PhotoUnusable,
  PICTURE_SHAPES,
} from './photos.ts'

const SIZE = { width: 160, height: 200, mostBytes: 20_000 }

/** A photograph with a place in its file, lying on its side as cameras store upright ones. */
function photograph(width: number, height: number): Promise<Buffer> {
  const create = {
    width,
    height,
    channels: 3,
    background: '#faf8f4',
    noise: { type: 'gaussian', mean: 128, sigma: 40 },
  } as const
  return sharp({ create })
    .withExif({ IFD0: { Copyright: 'x' }, IFD3: { GPSLatitude: '25/1 2/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
}

test('an original becomes a picture of the size, within its bytes, without what the camera wrote', async () => {
  const bytes = await makePicture(await photograph(400, 300), SIZE)
  const made = await sharp(bytes).metadata()
  assert.deepEqual([made.format, made.width, made.height], ['jpeg', 160, 200])
  assert.ok(bytes.byteLength <= SIZE.mostBytes)
  assert.deepEqual([made.exif, made.orientation], [undefined, undefined])
})

const unusable: [string, () => Promise<Buffer>, RegExp][] = [
  ['no picture', async () => Buffer.from('no picture'), /無法讀取/],
  ['an empty file', async () => Buffer.alloc(0), /無法讀取/],
  [
    'a file that breaks off',
    async () => {
      const whole = await photograph(400, 300)
      return whole.subarray(0, Math.floor(whole.length / 2))
    },
    /無法讀取/,
  ],
  [
    'more pixels than a camera makes',
    () =>
      sharp({ create: { width: 8000, height: 6300, channels: 3, background: '#faf8f4' } })
        .png()
        .toBuffer(),
    /圖片太大/,
  ],
  [
    'a drawing',
    async () =>
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="400" height="500"></svg>'),
    /無法讀取.*JPEG、PNG、WebP、AVIF 或 TIFF/,
  ],
  [
    'a GIF',
    () =>
      sharp({ create: { width: 400, height: 500, channels: 3, background: '#fff' } })
        .gif()
        .toBuffer(),
    /無法讀取/,
  ],
  ['too small', () => photograph(100, 90), /原圖只有 90×100，至少要 160×200/],
]

for (const [what, original, says] of unusable) {
  test(`${what} is refused`, async () => {
    await assert.rejects(makePicture(await original(), SIZE), (error) => {
      assert.ok(error instanceof PhotoUnusable)
      assert.match(error.message, says)
      return true
    })
  })
}

const PAPER = [250, 248, 244]

const isNear = (found: readonly number[], wanted: readonly number[]) =>
  wanted.every((value, at) => Math.abs(value - (found[at] ?? -99)) <= 4)

for (const format of ['png', 'webp', 'avif', 'tiff'] as const) {
  test(`the transparent ground of a ${format} becomes the page's own, and what half covers it is mixed with it`, async () => {
    const half = { r: 200, g: 100, b: 50, alpha: 0.5 }
    const create = { width: 160, height: 100, channels: 4, background: half } as const
    const original = await sharp({ create })
      .extend({ bottom: 100, background: { r: 0, g: 0, b: 0, alpha: 0 } })
      .toFormat(format, { lossless: true, compression: format === 'tiff' ? 'lzw' : undefined })
      .toBuffer()
    const shape = { ...SIZE, mostBytes: 60_000 }
    const { data } = await sharp(await makePicture(original, shape))
      .raw()
      .toBuffer({ resolveWithObject: true })
    const colorAt = (x: number, y: number) => [...data.subarray((y * 160 + x) * 3).subarray(0, 3)]
    assert.ok(isNear(colorAt(5, 195), PAPER), String(colorAt(5, 195)))
    assert.ok(isNear(colorAt(80, 20), [225, 174, 147]), String(colorAt(80, 20)))
  })
}

test('the sizes of a picture are of their widths and formats, the banner last, with its panel on the left', async () => {
  const create = { width: 1600, height: 2000, channels: 3, background: '#c8b090' } as const
  const picture = await sharp({ create }).jpeg().toBuffer()
  const panel =
    '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="630"><rect width="400" height="630" fill="#102030"/></svg>'
  const of = { src: '/images/products/a.jpg', version: '0a1b2c3d', panel }
  const made: unknown[] = []
  for await (const { path, bytes } of makeSizes(of, picture)) {
    const { format, width, height } = await sharp(bytes).metadata()
    made.push([path, format === 'jpeg' ? 'jpg' : 'avif', width])
    if (!path.includes('/share/')) {
      assert.equal(Math.round((width * 5) / 4), height)
      continue
    }
    const pixels = await sharp(bytes).raw().toBuffer()
    const colorAt = (x: number) => [...pixels.subarray((300 * 1200 + x) * 3).subarray(0, 3)]
    assert.ok(isNear(colorAt(390), [16, 32, 48]), String(colorAt(390)))
    assert.ok(isNear(colorAt(410), [200, 176, 144]), String(colorAt(410)))
  }
  assert.deepEqual(made, [
    ...pictureSizes(of.src, of.version).map(({ path, format, width }) => [path, format, width]),
    ['/images/share/a-banner.0a1b2c3d.jpg', 'jpg', 1200],
  ])
})

const drawing = (height: number) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 ${height}"><path d="M0 0h400v100H0z"/></svg>`,
  )

test('a drawing becomes a picture of its folder on the ground of the page; another shape is refused', async () => {
  const made = await drawingAsPicture(drawing(500), PICTURE_SHAPES.products)
  const { data, info } = await sharp(made).raw().toBuffer({ resolveWithObject: true })
  assert.deepEqual([info.width, info.height], [1600, 2000])
  assert.deepEqual([...data.subarray(-3)], PAPER)
  assert.deepEqual([...data.subarray(0, 3)], [0, 0, 0])
  await assert.rejects(
    drawingAsPicture(drawing(400), PICTURE_SHAPES.products),
    /長寬比要是 1600:2000/,
  )
})

test('an original that lies on its side is turned before it is measured', async () => {
  assert.ok(await makePicture(await photograph(200, 160), SIZE))
})

test('a photo that cannot be made small enough is refused', async () => {
  const tiny = { ...SIZE, mostBytes: 500 }
  await assert.rejects(makePicture(await photograph(400, 300), tiny), /壓不到 1 KB/)
})
