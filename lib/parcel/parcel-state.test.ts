import assert from 'node:assert/strict'
import { test } from 'node:test'

import { canMove, isEnded, PARCEL_STATES, type ParcelState, withSighting } from './parcel-state.ts'

const lives: [string, ParcelState[]][] = [
  ['a sold parcel', ['booked', 'handed-over', 'at-centre', 'waiting', 'picked-up']],
  [
    'an unclaimed one',
    ['booked', 'handed-over', 'at-centre', 'waiting', 'unclaimed', 'back-in-store', 'collected'],
  ],
  [
    'one whose store closed',
    ['booked', 'handed-over', 'store-closed', 'store-changed', 'at-centre', 'waiting', 'picked-up'],
  ],
  [
    'one that was wrongly scanned',
    ['waiting', 'picked-up', 'mis-scanned', 'unclaimed', 'back-in-store', 'collected'],
  ],
  ['one that is delivered again', ['waiting', 'unclaimed', 'waiting', 'picked-up']],
  ['one that nobody fetched back', ['unclaimed', 'back-in-store', 'uncollected', 'sent-home']],
  ['one that comes to our store again', ['uncollected', 'back-in-store', 'collected']],
  ['one that is found again', ['at-centre', 'lost', 'waiting', 'picked-up']],
  ['one that is destroyed', ['back-in-store', 'uncollected', 'destroyed']],
  ['one that was never handed over', ['booked', 'expired']],
  ['one whose store changed, never handed over', ['booked', 'store-changed', 'expired']],
  ['one of which only the end was seen', ['booked', 'picked-up']],
]

for (const [name, states] of lives) {
  test(`${name} moves ${states.join(' → ')}`, () => {
    for (const [index, to] of states.entries()) {
      const from = states[index - 1]
      if (from !== undefined) assert.equal(canMove(from, to), true, `${from} → ${to}`)
    }
  })
}

const never: [ParcelState, ParcelState][] = [
  ['picked-up', 'waiting'],
  ['picked-up', 'unclaimed'],
  ['picked-up', 'lost'],
  ['waiting', 'at-centre'],
  ['waiting', 'handed-over'],
  ['handed-over', 'expired'],
  ['waiting', 'cancelled'],
  ['unclaimed', 'picked-up'],
]

for (const [from, to] of never) {
  test(`no parcel goes from ${from} to ${to}`, () => {
    assert.equal(canMove(from, to), false)
  })
}

test('nothing comes after an end, and nothing is booked again', () => {
  for (const state of PARCEL_STATES) {
    assert.equal(canMove(state, 'booked'), false, state)
    for (const end of PARCEL_STATES.filter(isEnded)) assert.equal(canMove(end, state), false)
  }
})

const sighting = (state: ParcelState, code: string, at: string) => ({ state, code, at })

test('a repeat changes nothing, the same event at another time counts, disorder moves nothing', () => {
  const arrived = sighting('waiting', '2073', '2026-11-25T02:00:00.000Z')
  const first = withSighting([], arrived)
  assert.deepEqual(first, { history: [arrived], moved: true })
  assert.equal(withSighting(first.history, arrived).moved, false)
  const before = sighting('at-centre', '2030', '2026-11-24T02:00:00.000Z')
  assert.deepEqual(withSighting(first.history, before), { history: [arrived], moved: false })
  const back = sighting('unclaimed', '2074', '2026-12-02T02:00:00.000Z')
  const again = sighting('waiting', '2098', '2026-12-03T02:00:00.000Z')
  const unclaimed = withSighting(first.history, back)
  assert.equal(withSighting(first.history, { ...back, at: arrived.at }).moved, true)
  const result = withSighting(unclaimed.history, again).history
  // The same code at another time is another event.
  const later = { ...arrived, at: '2026-12-03T02:00:00.000Z' }
  assert.equal(withSighting(unclaimed.history, later).moved, true)
  assert.deepEqual(
    result.map(({ code }) => code),
    ['2073', '2074', '2098'],
  )
})
