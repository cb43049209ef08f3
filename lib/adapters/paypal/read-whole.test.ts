import assert from 'node:assert/strict'
import { test } from 'node:test'

import { readWhole, type DateRange, StretchTooFull } from './read-whole.ts'

/** A fake list of instants: at most `most` per range, three a page. */
function listOf(times: readonly number[], most: number) {
  const requests: DateRange[] = []
  const readPage = async (stretch: DateRange, page: number) => {
    requests.push(stretch)
    const items = times.filter((time) => time >= stretch.from && time < stretch.until)
    if (items.length > most) return undefined
    return { items: items.slice((page - 1) * 3, page * 3), pages: Math.ceil(items.length / 3) }
  }
  return { asked: requests, readPage }
}

const times = Array.from({ length: 40 }, (_, index) => index * 1000)

test('a month of more bookings than PayPal tells at once is read whole, in halves (rule 620)', async () => {
  const { asked: requests, readPage } = listOf(times, 10)
  assert.deepEqual(await readWhole({ from: 0, until: 40_000 }, readPage), times)
  assert.ok(requests.length > 4)
})

test('a list that fits is asked for once a page', async () => {
  const { asked: requests, readPage } = listOf(times.slice(0, 7), 10)
  assert.equal((await readWhole({ from: 0, until: 40_000 }, readPage)).length, 7)
  assert.equal(requests.length, 3)
})

test('a second with more bookings than PayPal tells is an error, never a short list (rule 620)', async () => {
  const { readPage } = listOf(
    Array.from({ length: 11 }, () => 5000),
    10,
  )
  await assert.rejects(readWhole({ from: 0, until: 40_000 }, readPage), StretchTooFull)
})
