import assert from 'node:assert/strict'
import { test } from 'node:test'

import { advisedSizes, type Measures, SIZE_CHART, sizeAdvice, sizeChartOf } from './size-chart.ts'
import { type Size, SIZES } from './sizes.ts'

function adviceOf(height: number, weight: number) {
  const advice = sizeAdvice(SIZE_CHART, height, weight)
  assert.ok(advice)
  return advice
}

const cases: [height: number, weight: number, sizes: readonly Size[], kind: string][] = [
  [160, 55, ['S'], 'one'],
  [163, 58, ['S'], 'one'],
  [167, 63, ['S', 'M'], 'between'],
  [172, 66, ['M', 'L'], 'between'],
  [175, 70, ['L'], 'one'],
  [190, 95, ['XXL'], 'one'],
  [178, 60, ['M', 'L'], 'nearest'],
  [165, 75, ['L', 'M'], 'nearest'],
  [160, 70, ['M', 'S'], 'nearest'],
  [185, 60, ['L', 'XL', 'M'], 'nearest'],
  [160, 48, ['S'], 'nearest'],
  [150, 40, ['S'], 'nearest'],
  [155, 50, ['S'], 'nearest'],
  [195, 100, ['XXL'], 'nearest'],
  [195, 50, ['L'], 'nearest'],
  // Tall and slim: the longer shirt is named as well.
  [172, 52, ['S', 'M'], 'nearest'],
]

for (const [height, weight, sizes, kind] of cases) {
  test(`${height} cm and ${weight} kg: ${sizes.join(' or ')}`, () => {
    const advice = adviceOf(height, weight)
    assert.deepEqual(advisedSizes(advice), sizes)
    assert.equal(advice.kind, kind)
  })
}

function fitOf(height: number, weight: number) {
  const advice = adviceOf(height, weight)
  return advice.kind === 'nearest' ? advice.fit : undefined
}

test('outside the chart the words say how the shirt sits', () => {
  assert.deepEqual(fitOf(160, 48), { length: 'right', width: 'loose' })
  assert.deepEqual(fitOf(195, 100), { length: 'short', width: 'tight' })
  assert.deepEqual(fitOf(150, 75), { length: 'long', width: 'tight' })
})

const fits = (row: Measures, height: number, weight: number) => ({
  height: height >= row.height[0] && height <= row.height[1],
  weight: weight >= row.weight[0] && weight <= row.weight[1],
})

const whole = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => from + i)

// Counted in another way than the finder's: over all rows, by their place in the chart.
function fewestApart(height: number, weight: number): number {
  const tall = SIZE_CHART.flatMap((row, i) => (fits(row, height, weight).height ? [i] : []))
  const wide = SIZE_CHART.flatMap((row, i) => (fits(row, height, weight).weight ? [i] : []))
  return Math.min(...tall.flatMap((a) => wide.map((b) => Math.abs(a - b))))
}

const place = (size: Size | undefined) => SIZES.findIndex((one) => one === size)

function checkPair(height: number, weight: number): void {
  const advice = adviceOf(height, weight)
  const rows = SIZE_CHART.filter(({ size }) => advisedSizes(advice).includes(size))
  const both = (row: Measures) => Object.values(fits(row, height, weight)).every(Boolean)
  if (SIZE_CHART.some(both)) return assert.ok(rows.every(both), 'a row that fits is left out')
  assert.ok(advice.kind === 'nearest')
  const { size, byHeight, byWeight } = advice
  const [tall, wide] = [place(byHeight), place(byWeight)]
  assert.equal(Math.abs(tall - wide), fewestApart(height, weight), 'a closer pair exists')
  assert.ok(SIZE_CHART[tall] && fits(SIZE_CHART[tall], height, weight).height)
  assert.ok(SIZE_CHART[wide] && fits(SIZE_CHART[wide], height, weight).weight)
  const [from, to] = [Math.min(tall, wide), Math.max(tall, wide)]
  assert.ok(place(size) >= from && place(size) <= to, 'the advice lies outside its pair')
}

test('every pair of the chart gets the rows that fit best', () => {
  for (const height of whole(160, 190)) {
    for (const weight of whole(55, 95)) {
      assert.doesNotThrow(() => checkPair(height, weight), `${height} cm, ${weight} kg`)
    }
  }
})

test('everybody gets a size', () => {
  for (const height of whole(100, 250)) {
    for (const weight of whole(20, 250)) {
      assert.ok(advisedSizes(adviceOf(height, weight)).length > 0)
    }
  }
})

test('the chart has these measures, in cm and kg', () => {
  const rows = SIZE_CHART.map(({ size, length, shoulder, chest, sleeve, height, weight }) =>
    [size, length, shoulder, chest, sleeve, height.join('–'), weight.join('–')].join(' '),
  )
  assert.deepEqual(rows, [
    'S 65 42 48 20 160–168 55–65',
    'M 68 44 51 21 165–175 60–70',
    'L 71 46 54 22 170–180 65–75',
    'XL 74 48 57 23 175–185 70–85',
    'XXL 77 50 60 24 180–190 80–95',
  ])
})

test('a product has its own chart, or the shared one, for its own sizes alone', () => {
  const row = { length: 60, shoulder: 40, chest: 46, sleeve: 18 }
  const ranges = { height_from: 150, height_to: 158, weight_from: 45, weight_to: 54 }
  const own = [{ size: 'S', ...row, ...ranges }] as const
  assert.deepEqual(sizeChartOf({ sizes: ['S'], size_chart: own }), [
    { size: 'S', ...row, height: [150, 158], weight: [45, 54] },
  ])
  assert.deepEqual(
    sizeChartOf({ sizes: ['M', 'XL'] }).map(({ size }) => size),
    ['M', 'XL'],
  )
  const advice = sizeAdvice(sizeChartOf({ sizes: ['S'], size_chart: own }), 155, 50)
  assert.deepEqual(advice, { kind: 'one', size: 'S' })
  assert.equal(sizeAdvice([], 170, 60), undefined)
})
