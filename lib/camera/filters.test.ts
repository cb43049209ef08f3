import assert from 'node:assert/strict'
import { test } from 'node:test'

import { filterPixels, FILTERS, findFilter, svgFilterOf } from './filters.ts'

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
