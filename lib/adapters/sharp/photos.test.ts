import assert from 'node:assert/strict'
import { test } from 'node:test'

import sharp from 'sharp'

import { makePicture, PhotoUnusable } from './photos.ts'

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
  const { bytes } = await makePicture(await photograph(400, 300), SIZE)
  const made = await sharp(bytes).metadata()
  assert.deepEqual([made.format, made.width, made.height], ['jpeg', 160, 200])
  assert.ok(bytes.byteLength <= SIZE.mostBytes)
  assert.deepEqual([made.exif, made.orientation], [undefined, undefined])
})

const unusable: [string, () => Promise<Buffer>, RegExp][] = [
  ['no picture', async () => Buffer.from('no picture'), /讀不出/],
  ['an empty file', async () => Buffer.alloc(0), /讀不出/],
  [
    'a file that breaks off',
    async () => {
      const whole = await photograph(400, 300)
      return whole.subarray(0, Math.floor(whole.length / 2))
    },
    /讀不出/,
  ],
  [
    'more pixels than a camera makes',
    () =>
      sharp({ create: { width: 8000, height: 6300, channels: 3, background: '#faf8f4' } })
        .png()
        .toBuffer(),
    /圖片太大/,
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

test('an original that lies on its side is turned before it is measured', async () => {
  assert.ok(await makePicture(await photograph(200, 160), SIZE))
})

test('a photo that cannot be made small enough is refused', async () => {
  const tiny = { ...SIZE, mostBytes: 500 }
  await assert.rejects(makePicture(await photograph(400, 300), tiny), /壓不到 1 KB/)
})
