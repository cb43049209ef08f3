import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'

import { closingNotice, handlingDays, handlingWords, shipsAgainOn } from './closing.ts'
import { openDay } from './open-day.ts'

// A Friday to the Friday after it.
const CLOSING = { from: '2027-02-05', until: '2027-02-12' }
const noon = (day: string) => new Date(`${day}T12:00:00+08:00`)

const NOTICE = '2月5日至2月12日休假；照常接單，2月13日起依序出貨。'
const TOLD: readonly (readonly [day: string, notice: string])[] = [
  ['2027-01-21', ''],
  ['2027-01-22', NOTICE],
  ['2027-02-12', NOTICE],
  ['2027-02-13', ''],
]
for (const [day, notice] of TOLD) {
  test(`on ${day} the shop ${notice === '' ? 'says nothing of its closing' : 'says when it closes'}`, () => {
    assert.equal(closingNotice(noon(day), CLOSING), notice)
    assert.equal(closingNotice(noon(day), undefined), '')
  })
}

const MOVED: readonly (readonly [day: string, isMoved: boolean])[] = [
  // Three working days after Monday are Thursday, after Tuesday the Friday on which it is closed.
  ['2027-02-01', false],
  ['2027-02-02', true],
  ['2027-02-12', true],
  ['2027-02-13', false],
]
for (const [day, isMoved] of MOVED) {
  test(`what is ordered on ${day} ships ${isMoved ? 'after the closing' : 'as always'}`, () => {
    const now = noon(day)
    assert.equal(shipsAgainOn(now, CLOSING), isMoved ? '2027-02-13' : undefined)
    const words = isMoved ? '2月13日起依序出貨' : '約 1–3 個工作天出貨'
    assert.equal(handlingWords(now, CLOSING), words)
  })
}

test('search engines read how many days are left until the shop ships again', () => {
  assert.deepEqual(handlingDays(noon('2027-02-10'), CLOSING), { from: 3, to: 6 })
  assert.deepEqual(handlingDays(noon('2027-03-10'), CLOSING), { from: 1, to: 3 })
})

test('a shipping day inside the closing moves to the first day after it, any other stays', () => {
  const days = ['2027-02-04', '2027-02-05', '2027-02-12', '2027-02-13']
  const moved = days.map((day) => openDay(day, CLOSING))
  assert.deepEqual(moved, ['2027-02-04', '2027-02-13', '2027-02-13', '2027-02-13'])
  assert.equal(openDay('2027-02-05', undefined), '2027-02-05')
})

test('a closing of one day names it once', () => {
  const day = '2027-02-28'
  const notice = closingNotice(noon(day), { from: day, until: day })
  assert.equal(notice, '2月28日休息一天；照常接單，3月1日起依序出貨。')
})

test('the day of a pre-order moves on its page, in its promise and in the words of its order alike', () => {
  // A process fixes its trade, as a build does; the fixtures close from 2199-02-04 to 2199-02-11.
  const program = `
    const { promiseOn } = await import('#lib/product/availability.ts')
    const { onOpenDays } = await import('#lib/product/on-open-days.ts')
    const { preorderPromise } = await import('#lib/order/delivery-estimate.ts')
    const now = new Date('2199-02-10T04:00:00Z')
    const promise = promiseOn(onOpenDays({ estimated_ship_date: '2199-02-05' }), now)
    console.log(promise.kind, promise.day, preorderPromise({ preorder: { shipsAbout: '2199-02-05' } }, now))`
  const run = spawnSync(
    process.execPath,
    ['--conditions=react-server', '--input-type=module', '-e', program],
    {
      env: { ...process.env, CONTENT_FOLDER: 'e2e/fixtures/content', NODE_TEST_CONTEXT: '' },
      encoding: 'utf8',
    },
  )
  assert.equal(run.stdout.trim(), 'dated 2199-02-12 預購・預計 2199年2月12日前後出貨', run.stderr)
})
