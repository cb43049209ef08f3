import './hooks.ts'

import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'

import { type Charge, refundCharge, withChargeRefunds } from '#lib/payment/card-charge.ts'
import {
  at,
  makeAttempt,
  makeCapture,
  makeProviderOrder,
  minute,
  NUMBER,
  settleAs,
  TOTAL,
  withAttempts,
} from '#lib/payment/orders.fixture.ts'
import { ProviderProblem } from '#lib/payment/provider.ts'
import { calls, provider } from './script.ts'
import { keep, newWorld, setClock, storedOrder, world } from './world.ts'

const { refundOrder } = await import('#lib/owner/refund-order.ts')
const { sweepPayments } = await import('#lib/payment/sweep-payments.ts')

/** Minutes from the order, which was placed at ten, to ECPay's window in the evening and its close. */
const FROM = 610
const CLOSE = 615
const UNTIL = 635
const SECOND = 1 / 60

/** A card's charge as ECPay has it, and when it was told to do what. */
class Card {
  state: Charge['state']
  rows: { readonly amount: number; readonly at: string }[] = []
  readonly acts: { readonly minute: number; readonly action: string }[] = []
  /** The answer to the next act is lost after it was done. */
  isLost = false
  /** From this minute on ECPay answers 403 for half an hour. */
  shutFrom = Infinity
  now = 0

  constructor(state: Charge['state']) {
    this.state = state
  }

  readonly read = async (): Promise<Charge> => {
    this.#answer()
    const closed = this.rows.reduce((sum, { amount }) => sum + amount, 0)
    return { state: this.state, amount: TOTAL, closed, rows: [...this.rows] }
  }

  readonly act = async (action: string): Promise<void> => {
    this.#answer()
    this.acts.push({ minute: this.now, action })
    if (action === 'R') this.rows.push({ amount: -this.#wanted(), at: at(this.now) })
    else this.state = action === 'E' ? 'Operation canceled' : 'Canceled'
    if (!this.isLost) return
    this.isLost = false
    throw new ProviderProblem('DoAction', { kind: 'unknown', status: 0, issue: 'TimeoutError' })
  }

  close(): void {
    if (this.state !== 'Authorized' && this.state !== 'To be captured') return
    this.state = 'Captured'
    this.rows.unshift({ amount: TOTAL, at: at(CLOSE) })
  }

  get returnedMoney(): number {
    if (this.state === 'Canceled') return TOTAL
    return this.rows.reduce((sum, { amount }) => sum - Math.min(0, amount), 0)
  }

  #answer(): void {
    if (this.now < this.shutFrom || this.now >= this.shutFrom + 30) return
    throw new ProviderProblem('DoAction', { kind: 'unknown', status: 403, issue: 'SHUT_OUT' })
  }

  #wanted = () => Number(calls.findLast((call) => call.startsWith('refund'))?.split(' ')[2])
}

const capture = makeCapture({ id: '2611', invoiceId: `${NUMBER}-1` })
const paid = makeProviderOrder({ id: 'EC1', invoiceId: `${NUMBER}-1`, captures: [capture] })

function paidByCard(card: Card): void {
  world.sendsCardRefunds = true
  provider.find.does(() => withChargeRefunds(paid, card.read))
  for (let times = 0; times < 40; times += 1) {
    provider.refund.does(() => {
      const [, , amount] = calls.at(-1)?.split(' ') ?? []
      const wasSent = calls.at(-1)?.endsWith('again') ? { wasSent: true as const } : {}
      return refundCharge({ amount: Number(amount), ...wasSent }, card, minute(card.now))
    })
  }
  const attempt = makeAttempt({ provider: 'ecpay', method: 'ecpay-card', reference: 'EC1' })
  const verdict = { kind: 'captured', capture, refundedAmount: 0, refunds: [] } as const
  keep(settleAs(withAttempts(attempt), verdict, { reference: 'EC1' }))
}

const order = () => storedOrder()

async function press(card: Card, minutes: number, amount: number, key = 'press-1') {
  card.now = minutes
  setClock(minutes)
  const context = { by: '林店主', at: minute(minutes) }
  return refundOrder({ orderId: 'doc-1', amount, reason: '瑕疵', key, context })
}

// Two schedulers at once, also before anything is due.
async function sweepTwice(card: Card, minutes: number): Promise<void> {
  card.now = minutes
  setClock(minutes)
  const { check } = order()
  if (check) keep({ ...order(), check: { ...check, at: at(minutes) } })
  await Promise.all([sweepPayments(minute(minutes)), sweepPayments(minute(minutes))])
}

async function evening(card: Card, pressedAt: number, amount: number): Promise<void> {
  await Promise.all([press(card, pressedAt, amount), press(card, pressedAt, amount)])
  const other = await press(card, pressedAt, amount, 'press-2')
  if (!other.ok) assert.match(other.code, /^(?:refund-under-way|nothing-left)$/)
  for (const minutes of [611, CLOSE - SECOND, CLOSE, 620, UNTIL - SECOND, UNTIL, 637, 660, 700]) {
    if (minutes <= pressedAt) continue
    if (minutes >= CLOSE) card.close()
    await sweepTwice(card, minutes)
  }
}

const expectOutsideOfWindow = ({ acts }: Card) =>
  assert.deepEqual(
    acts.filter(({ minute: time }) => time >= FROM && time < UNTIL),
    [],
  )

beforeEach(newWorld)

for (const state of ['Authorized', 'To be captured', 'Captured'] as const) {
  for (const [what, amount] of [
    ['all of it', TOTAL],
    ['a part of it', 500],
  ] as const) {
    for (const pressedAt of [FROM - SECOND, FROM, 620, UNTIL - SECOND, UNTIL]) {
      const clock = minute(pressedAt + 480)
        .toISOString()
        .slice(11, 19)
      test(`${what} of a charge that is ${state} goes back once, and nothing is sent from 20:10 to 20:35, pressed at ${clock}`, async () => {
        const card = new Card(state)
        if (state === 'Captured') card.rows.push({ amount: TOTAL, at: at(2) })
        // The close of the day is behind.
        if (pressedAt >= CLOSE) card.close()
        paidByCard(card)
        // The second owner's own wish is a refund of its own where the first is done.
        const hasSecond = pressedAt < FROM || pressedAt >= UNTIL
        await evening(card, pressedAt, amount)
        expectOutsideOfWindow(card)
        const refunds = order().payment?.refundRequests ?? []
        assert.deepEqual(
          refunds.map((refund) => refund.state),
          refunds.map(() => 'done'),
        )
        const asked = refunds.reduce((sum, one) => sum + one.amount, 0)
        assert.equal(card.returnedMoney, asked)
        assert.equal(order().payment?.refundedAmount, asked)
        if (!hasSecond) assert.equal(refunds.length, 1)
      })
    }
  }
}

test('a charge that was taken out of the close a moment before 20:10, whose answer was lost, is given up at 20:35', async () => {
  const card = new Card('To be captured')
  paidByCard(card)
  card.isLost = true
  await evening(card, FROM - SECOND, TOTAL)
  expectOutsideOfWindow(card)
  assert.deepEqual(
    card.acts.map(({ action }) => action),
    ['E', 'N'],
  )
  assert.deepEqual([card.returnedMoney, order().payment?.refundedAmount], [TOTAL, TOTAL])
})

for (const amount of [TOTAL, 500]) {
  test(`NT$${amount} goes back once that is pressed while ECPay has shut the shop out, into the window`, async () => {
    const card = new Card('To be captured')
    paidByCard(card)
    card.shutFrom = 600
    // What ECPay has given back is not known, so nothing is stored yet: the owner presses again.
    for (const minutes of [605, 612, 629]) {
      if (minutes >= CLOSE) card.close()
      await assert.rejects(press(card, minutes, amount), { issue: 'SHUT_OUT' })
    }
    const asked = await press(card, 631, amount)
    assert.ok(asked.ok)
    assert.deepEqual([asked.data.refund.state, asked.data.refund.notBefore], ['sending', at(UNTIL)])
    for (const minutes of [632, UNTIL - SECOND, UNTIL, 650]) await sweepTwice(card, minutes)
    expectOutsideOfWindow(card)
    assert.deepEqual([card.returnedMoney, order().payment?.refundedAmount], [amount, amount])
    assert.deepEqual(
      order().payment?.refundRequests?.map((refundRequest) => refundRequest.state),
      ['done'],
    )
  })
}
