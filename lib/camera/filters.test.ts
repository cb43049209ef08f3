import assert from 'node:assert/strict'
import { test } from 'node:test'

import { FILTERS, filterPixels, findFilter } from './filters.ts'

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
