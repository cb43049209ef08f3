import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'

import pMap from 'p-map'
import { z } from 'zod'

import type { Fault } from '../../e2e/support/paypal-control.ts'
import { PAYPAL } from '../../local/environment.ts'
import {
  type Harness,
  heal,
  openHarness,
  type PlacedShopper,
  placeOne,
  startAttempt,
} from './harness.ts'
import { OWNER_SCENARIOS, type OwnerScenario } from './owner-scenarios.ts'

let harness: Harness
let folder: string

before(async () => {
  harness = await openHarness(3800)
  folder = await mkdtemp(join(tmpdir(), 'ourtee-books-'))
})

after(async () => {
  await harness.close()
  await rm(folder, { recursive: true, force: true })
})

const PURCHASE_FAULTS: readonly Fault[] = [
  { name: 'lose-reply', op: 'capture' },
  { name: '503', op: 'create' },
  { name: '500-after-acting', op: 'capture' },
  { name: 'drop', op: 'get' },
  { name: 'webhook-twice' },
]

async function buy(index: number, { isPaid }: OwnerScenario): Promise<PlacedShopper> {
  const order = await placeOne(harness)
  const fault = PURCHASE_FAULTS[index % PURCHASE_FAULTS.length]
  if (fault && isPaid) await harness.paypal.misbehave(fault, order.id)
  const reference = await startAttempt(order)
  if (!isPaid) return order
  await harness.paypal.approve(reference)
  await order.shopper.retry(() => order.shopper.capture(order.id, reference))
  await heal(harness, order.id)
  assert.equal((await harness.ledger.order(order.id)).status, '已付款')
  return order
}

const money = z.object({ value: z.coerce.number() })
const bookingsSchema = z.object({
  transaction_details: z.array(
    z.object({
      transaction_info: z.object({
        transaction_event_code: z.string(),
        transaction_status: z.string(),
        transaction_amount: money,
        fee_amount: money.optional(),
      }),
    }),
  ),
})

const MONEY = new Set(['T0006', 'T1106', 'T1107', 'T1201', 'T1202', 'T1205'])
const FEES = new Set(['T1108', 'T1109'])

// PayPal's own books: what moved between shopper and shop, and what PayPal charged.
async function booksOfPaypal(): Promise<{ readonly moved: number; readonly fees: number }> {
  const { paypal } = harness.own.at
  const basic = Buffer.from(`${PAYPAL.clientId}:${PAYPAL.clientSecret}`).toString('base64')
  const answer = await fetch(`${paypal}/v1/oauth2/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${basic}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  })
  const { access_token: token } = z.object({ access_token: z.string() }).parse(await answer.json())
  const day = 24 * 60 * 60 * 1000
  const query = new URLSearchParams({
    start_date: new Date(Date.now() - day).toISOString(),
    end_date: new Date(Date.now() + day).toISOString(),
    page_size: '500',
  })
  const read = await fetch(`${paypal}/v1/reporting/transactions?${query}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const lines = bookingsSchema
    .parse(await read.json())
    .transaction_details.map(({ transaction_info: info }) => info)
    .filter(({ transaction_status: status }) => status === 'S' || status === 'V')
  const sum = (codes: ReadonlySet<string>, of: (line: (typeof lines)[number]) => number) =>
    lines
      .filter(({ transaction_event_code: code }) => codes.has(code))
      .reduce((total, line) => total + of(line), 0)
  const charged = sum(MONEY, ({ fee_amount: fee }) => fee?.value ?? 0)
  const changed = sum(FEES, ({ transaction_amount: amount }) => amount.value)
  return {
    moved: sum(MONEY, ({ transaction_amount: amount }) => amount.value),
    fees: charged + changed,
  }
}

const taipeiDay = () =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Taipei' }).format(new Date())

// The totals of the month's file, with the sums of its rows; the columns that are numbers.
async function exportedTotals(month: string) {
  const result = await harness.own.orders('export', month, '--out', folder)
  assert.equal(result.code, 0, result.text)
  assert.match(result.text, /和 PayPal 的帳一致。/)
  const text = await readFile(join(folder, `money-${month}.csv`), 'utf8')
  const rows = text.split('\r\n').slice(1, -1)
  const figures = rows.map((row) => /^"[^"]*","[^"]*",(-?\d+),(-?\d+|""),(-?\d+|"")/.exec(row))
  const column = (row: number, index: number) =>
    Number(figures.at(row)?.[index]?.replaceAll('"', ''))
  const sum = (index: number) =>
    figures.slice(0, -1).reduce((total, _, row) => total + column(row, index), 0)
  const total = { moved: column(-1, 1), fees: column(-1, 2), net: column(-1, 3) }
  assert.equal(total.moved, sum(1), 'the rows make the total')
  assert.equal(total.fees, sum(2))
  assert.equal(total.net, total.moved + total.fees)
  return total
}

test('twenty purchases under faults, and an owner’s day with them: every book agrees to the dollar', async (t) => {
  assert.equal(OWNER_SCENARIOS.length, 20)
  const first = taipeiDay()
  const worked = await pMap(
    OWNER_SCENARIOS.entries(),
    async ([index, scenario]) => {
      const order = await buy(index, scenario)
      const { orderId } = await harness.ledger.order(order.id)
      await scenario.act(harness, order, orderId)
      await heal(harness, order.id)
      return { order, scenario }
    },
    { concurrency: 5 },
  )
  for (const { order, scenario } of worked) {
    const { payment, status, items, restocked, history } = await harness.ledger.order(order.id)
    assert.equal(payment?.refundedAmount ?? 0, scenario.back, scenario.name)
    assert.equal(status === '已取消', !scenario.isPaid, scenario.name)
    const open = payment?.refundRequests.filter(({ state }) => !['done', 'refused'].includes(state))
    assert.deepEqual(open ?? [], [], scenario.name)
    // Unshipped units return to stock exactly when the owner has refunded everything.
    const isReturned = history.some(({ type }) => type === 'return.received')
    const isAsked = payment?.refundRequests.some(({ state }) => state === 'done') ?? false
    const isBack = status === '已付款' && isAsked && scenario.back === 3080
    const units = items.map(({ quantity }) => quantity)
    if (!isReturned) assert.deepEqual(restocked, isBack ? units : undefined, scenario.name)
  }
  const sold = OWNER_SCENARIOS.filter(({ isPaid }) => isPaid).length * 3080
  const back = OWNER_SCENARIOS.reduce((sum, ownerScenario) => sum + ownerScenario.back, 0)
  const paypal = await booksOfPaypal()
  assert.equal(paypal.moved, sold - back)

  const days = [...new Set([first, taipeiDay()])]
  for (const day of days) {
    const result = await harness.own.orders('reconcile', day)
    assert.equal(result.code, 0, result.text)
  }
  let exported = { moved: 0, fees: 0, net: 0 }
  for (const month of new Set(days.map((day) => day.slice(0, 7)))) {
    const { moved, fees, net } = await exportedTotals(month)
    exported = {
      moved: exported.moved + moved,
      fees: exported.fees + fees,
      net: exported.net + net,
    }
  }
  assert.deepEqual(exported, { ...paypal, net: paypal.moved + paypal.fees })
  t.diagnostic(`sold ${sold}, given back ${back}, fees ${paypal.fees}, net ${exported.net}`)
})
