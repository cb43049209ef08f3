import assert from 'node:assert/strict'
import { test } from 'node:test'

import { openStoredShop } from '../../e2e/database/stored-shop.ts'
import { median } from '../bench/row.ts'

const FEW = 100
const MANY = 10_000
const STATES = ['waiting', 'shown', 'aside'] as const

const at = (index: number) => new Date(Date.UTC(2026, 0, 1) + index * 60_000).toISOString()

function document(index: number) {
  const state = STATES[index % STATES.length] ?? 'waiting'
  const points = Array.from({ length: 40 }, (_, point) => [
    300 + point * 8,
    (index * 7 + point * 31) % 240,
  ]).flat()
  return {
    motif: index % 2 === 0 ? 'ridge' : 'circle',
    strokes: [{ points: index % 2 === 0 ? points : points.map((value) => value % 320) }],
    name: '',
    email: `${index}@example.com`,
    keyHash: '',
    drawing: String(index),
    state,
    createdAt: at(index),
    changedAt: at(index),
    ...(state === 'shown' ? { shownAt: at(index), publicAt: at(index) } : {}),
  }
}

/** The median time of some runs, in milliseconds. */
async function timeOf(work: () => unknown): Promise<number> {
  const times: number[] = []
  for (let run = 0; run < 15; run += 1) {
    const start = performance.now()
    await work()
    times.push(performance.now() - start)
  }
  return median(times)
}

test('a page of halves and the list of the owner take as long with 10,000 as with 100', async (t) => {
  const { db, reads } = await openStoredShop(t)
  const { readHalvesToChoose } = await import('#lib/half/choose-half.ts')
  const { readChangedHalves } = await import('#lib/half/watch-halves.ts')
  const { newestHalves, shownHalf, shownHalves } = await import('#lib/half/shown-halves.ts')
  const { pageOf } = await import('#lib/routes/paging.ts')
  const { drawnPath } = await import('#lib/half/half-drawing.ts')
  const fill = async (from: number, until: number) => {
    for (let start = from; start < until; start += 250) {
      const batch = db.batch()
      for (let index = start; index < Math.min(start + 250, until); index += 1) {
        batch.set(db.doc(`halves/${String(index).padStart(32, '0')}`), document(index))
      }
      await batch.commit()
    }
  }
  const page = () => {
    const { items } = pageOf(shownHalves(), 1)
    return items.map(drawnPath)
  }
  const strip = () => [newestHalves(['ridge']), shownHalf(shownHalves()[0]?.id ?? '')]
  const measure = async () => {
    delete globalThis.shownHalves
    reads()
    const known = await readChangedHalves()
    const start = reads()
    await readHalvesToChoose()
    const list = reads()
    const before = reads()
    const times = {
      list: await timeOf(readHalvesToChoose),
      page: await timeOf(page),
      strip: await timeOf(strip),
    }
    assert.equal(before, 0)
    return { known, start, list, times }
  }
  await fill(0, FEW)
  const few = await measure()
  await fill(FEW, MANY)
  const many = await measure()
  for (const [name, { known, start, list, times }] of Object.entries({ few, many })) {
    const shown = Object.entries(times).map(([what, time]) => `${what} ${time.toFixed(2)} ms`)
    t.diagnostic(
      `${name}: start ${start} reads of ${known} shown, list ${list} reads, ${shown.join(', ')}`,
    )
  }
  assert.ok(many.list <= 72 && few.list <= 72, `${few.list} and ${many.list} reads`)
  for (const what of ['list', 'page', 'strip'] as const) {
    const ratio = many.times[what] / few.times[what]
    t.diagnostic(`${what}: ${ratio.toFixed(2)} times`)
    // A tenth of a millisecond is the clock's.
    assert.ok(
      ratio < 2 || many.times[what] < 0.1,
      `${what} takes ${ratio.toFixed(2)} times as long`,
    )
  }
})
