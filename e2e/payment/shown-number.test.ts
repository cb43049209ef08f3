import './hooks.ts'

import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'

import type { Order } from '#lib/order/order.ts'
import { item } from '#lib/order/placement.fixture.ts'
import {
  at,
  attemptOf,
  makeAttempt,
  makeCapture,
  makeOrder,
  makePayment,
  minute,
  NUMBER,
  TOTAL,
} from '#lib/payment/orders.fixture.ts'
import { termsOf } from '#lib/payment/provider-terms.ts'
import type { ProviderOrder } from '#lib/payment/provider.ts'
import { calls, provider } from './script.ts'
import { keep, newWorld, setClock, storedOrder, world } from './world.ts'

const { mailsOf } = await import('#lib/mail/order-mails.ts')
const { startPayment, methodsOfOrder } = await import('#lib/payment/start-payment.ts')
const { capturePayment } = await import('#lib/payment/capture-payment.ts')
const { sweepPayments } = await import('#lib/payment/sweep-payments.ts')
const { receiveWebhook } = await import('#lib/payment/receive-webhook.ts')
const { cancelOrder } = await import('#lib/order/cancel-order.ts')
const { completeManualRefund } = await import('#lib/owner/complete-manual-refund.ts')
const { refundReview } = await import('#lib/owner/refund-review.ts')
const { expireReservation } = await import('#lib/order/expire-reservation.ts')

const ID = 'doc-1-0123456789-0123456'
const HOUR = 60
const LAG = 25 * HOUR
// The order is placed at ten in Taipei: an account lasts until the end of the next day.
const ENDS = 38 * HOUR
const SECOND = 1 / 60
const DEADLINE = ENDS - SECOND
const EXPIRES = '2026-11-22T15:59:59.000Z'
const made = {
  id: 'NO1',
  approveAt: 'https://shop.example/account/order/x?at=127.0.0.1',
  shown: { bank: '004', number: '9001234567890123' },
  expiresAt: EXPIRES,
}

const order = () => storedOrder(ID)
/** Puts an order of two units, which are taken, into a shop that has thirty of them. */
function stored(overrides: Partial<Order> = {}): Order {
  world.products = [{ id: item(1).id, stock: 30 }]
  world.taken = new Map([[item(1).id, { stock: 2, preorder: 0, sizes: { M: 2 } }]])
  return keep(makeOrder({ items: [item(2)], ...overrides, id: ID }))
}
const start = (method: 'atm' | 'cvs' | 'paypal' = 'atm') => startPayment(order(), method)
const known = (overrides: Partial<ProviderOrder> = {}): ProviderOrder => ({
  id: 'NO1',
  status: 'open',
  amount: TOTAL,
  invoiceId: `${NUMBER}-1`,
  customId: ID,
  captures: [],
  refunds: [],
  ...overrides,
})
const shows = (answer: ProviderOrder | undefined) => {
  provider.find.clear()
  provider.find.says(answer)
}
const paid = (amount = TOTAL) =>
  known({
    status: 'completed',
    captures: [makeCapture({ id: '2611', amount, customId: ID, invoiceId: `${NUMBER}-1` })],
  })
const types = () => order().history.map(({ type }) => type)
const mails = () => mailsOf(undefined, order()).map(({ kind }) => kind)
const sweepAt = (minutes: number) => {
  setClock(minutes)
  const { check } = order()
  if (check && check.at > at(minutes)) {
    keep({ ...order(), check: { ...check, at: at(minutes) } })
  }
  return sweepPayments(minute(minutes))
}
const push = (id = 'push-1', isPaidNotice = true) => {
  const { type, ...event } = {
    provider: 'ecpay-code',
    id,
    type: 'number 1',
    reference: 'NO1',
    orderDocument: ID,
    isPaidNotice,
  }
  provider.message.says({ ...event, type })
  return receiveWebhook('ecpay-code', new Headers(), new Uint8Array(), new Date())
}

/** An order whose buyer was shown an account, two minutes after it was placed. */
async function withNumber(overrides: Partial<Order> = {}): Promise<void> {
  stored(overrides)
  provider.create.says(made)
  assert.ok((await start()).ok)
  calls.length = 0
  shows(known())
}

beforeEach(newWorld)

test('a number is stored with its deadline, keeps the units for the lag after it, and is mailed', async () => {
  await withNumber()
  const { reservation } = order()
  assert.deepEqual(attemptOf(order()).shown, made.shown)
  assert.equal(attemptOf(order()).expiresAt, EXPIRES)
  assert.equal(
    reservation && 'until' in reservation && reservation.until,
    '2026-11-23T16:59:59.000Z',
  )
  assert.deepEqual(types(), ['attempt.started', 'attempt.opened', 'reservation.extended'])
  assert.deepEqual(mails(), ['payment-number'])
  const [mail] = mailsOf(undefined, order())
  assert.equal(mail?.values['number_digits'], '9001 2345 6789 0123')
})

test('a second press shows the same number, and no other one is made beside it', async () => {
  await withNumber()
  const again = await start()
  assert.ok(again.ok && again.data.reference === 'NO1')
  assert.deepEqual(await start('cvs'), { ok: false, code: 'no-number' })
  assert.deepEqual(calls, ['find NO1', 'find NO1'])
  const methods = await methodsOfOrder(order())
  assert.ok(methods.length > 0)
  assert.ok(!methods.some(({ method }) => method === 'atm' || method === 'cvs'))
})

// Why an order can't be paid by an account, and why by a store's code.
async function problemsAt(minutes: number) {
  const offers = await methodsOfOrder(order(), minute(minutes))
  return ['atm', 'cvs'].map((name) => {
    const offer = offers.find(({ method }) => method === name)
    assert.ok(offer)
    return offer.problem
  })
}

test('an order without a number says why: an unproven address, too many units, too late', async () => {
  stored()
  assert.deepEqual(await problemsAt(1), [undefined, undefined])
  stored({ emailUnverified: true })
  assert.deepEqual(await problemsAt(1), ['unverified', 'unverified'])
  stored({ items: [item(3)] })
  assert.deepEqual(await problemsAt(1), [undefined, undefined])
  stored({ items: [item(4)] })
  const [account, store] = await problemsAt(1)
  assert.equal(account, 'many-units')
  assert.ok(store === 'many-units' || Object(store).why === 'too-much')
  stored()
  assert.deepEqual(await problemsAt(4 * 24 * HOUR), ['too-late', 'too-late'])
})

test('a store’s code is offered until the last moment at which it can be kept, an account a day less', async () => {
  stored()
  const { lag = 0 } = termsOf('ecpay-code').takesByItself ?? {}
  const last = 4 * 24 * HOUR - 24 * HOUR - lag / 60_000
  assert.deepEqual(await problemsAt(last), ['too-late', undefined])
  assert.deepEqual(await problemsAt(last + SECOND), ['too-late', 'too-late'])
})

test('while one number is made no other one is, whatever was tried before', async () => {
  const made = { provider: 'ecpay-code', method: 'atm', state: 'creating' } as const
  const attempts = [makeAttempt({ state: 'closed' }), makeAttempt({ number: 2, ...made })]
  stored({ payment: makePayment(attempts) })
  assert.deepEqual(await problemsAt(3), [undefined, 'other-number'])
})

test('after an answer that was lost the same number is asked for again', async () => {
  stored()
  provider.create.fails('unknown').says(made)
  await assert.rejects(start())
  const again = await start()
  assert.ok(again.ok)
  const asked = calls.filter((call) => call.startsWith('create'))
  assert.equal(asked.length, 2)
  assert.equal(asked[0], asked[1])
  assert.equal(order().payment?.attempts.length, 1)
})

test('two presses at once show one number', async () => {
  stored()
  provider.create.says(made, made)
  const [one, other] = await Promise.all([start(), start()])
  assert.ok(one.ok && one.data.reference === 'NO1')
  assert.deepEqual(other, one)
  assert.equal(types().filter((type) => type === 'attempt.opened').length, 1)
})

test('a number without a deadline is shown to nobody, and asked about at once', async () => {
  stored()
  const { expiresAt: _expires, ...endless } = made
  provider.create.says(endless)
  provider.find.says(paid())
  assert.deepEqual(await start(), { ok: false, code: 'paid' })
  assert.deepEqual([attemptOf(order()).shown, order().reservation], [undefined, undefined])
})

test('a number of an order that is not there any more is shown to nobody', async () => {
  stored()
  provider.create.does(() => {
    stored()
    return made
  })
  assert.deepEqual(await start(), { ok: false, code: 'no-number' })
})

test('a number whose units went to others while it was made is shown to nobody', async () => {
  stored()
  provider.create.does(() => {
    const firstTimeBuyers = { [at(60)]: { verified: 28 } }
    world.taken = new Map([
      [item(1).id, { stock: 30, preorder: 0, sizes: { M: 30 }, firstTimeBuyers }],
    ])
    return made
  })
  assert.deepEqual(await start(), { ok: false, code: 'no-number' })
  assert.deepEqual([attemptOf(order()).state, attemptOf(order()).shown], ['closed', undefined])
  assert.equal(calls.length, 1)
})

test('a number whose order came under review while it was made is shown to nobody', async () => {
  stored()
  provider.create.does(async () => {
    const { payment } = order()
    assert.ok(payment)
    const review = { reason: 'amount' as const, at: at(2) }
    keep({ ...order(), payment: { ...payment, state: 'review', review } })
    return made
  })
  assert.deepEqual(await start(), { ok: false, code: 'review' })
  assert.equal(attemptOf(order()).shown, undefined)
  assert.ok(!mails().includes('payment-number'))
})

test('a number for goods without a limit keeps nothing', async () => {
  stored()
  world.products = [{ id: item(1).id, stock: 0 }]
  provider.create.says(made)
  keep({ ...order(), items: [item(2, { preorder: {} })] })
  assert.ok((await start()).ok)
  assert.deepEqual(types(), ['attempt.started', 'attempt.opened'])
})

test('a number that ECPay refuses extends no reservation, and the next press asks for another', async () => {
  stored()
  provider.create.fails('refused').says({ ...made, id: 'NO2' })
  assert.deepEqual(await start(), { ok: false, code: 'refused' })
  assert.equal(order().reservation, undefined)
  assert.ok((await start()).ok)
  assert.equal(attemptOf(order(), 2).reference, 'NO2')
})

const refusals: readonly [string, Partial<Order>, () => void][] = [
  ['whose e-mail nobody has proven', { emailUnverified: true }, () => {}],
  ['of more than three units', { items: [item(4)] }, () => {}],
  ['that would be kept longer than four days', {}, () => setClock(40 * HOUR)],
  [
    'beyond the share of holds',
    {},
    () => {
      world.products = [{ id: item(1).id, stock: 6 }]
      world.taken = new Map([
        [item(1).id, { stock: 3, preorder: 0, firstTimeBuyers: { [at(60)]: { verified: 1 } } }],
      ])
    },
  ],
]
for (const [what, overrides, prepare] of refusals) {
  test(`no number is made for an order ${what}`, async () => {
    stored(overrides)
    prepare()
    assert.deepEqual(await start(), { ok: false, code: 'no-number' })
    assert.deepEqual(calls, [])
  })
}

test('no number is made while the buyer has one of another order', async () => {
  await withNumber()
  keep({ ...order(), id: 'doc-2' })
  stored()
  assert.deepEqual(await start(), { ok: false, code: 'no-number' })
})

test('an order that was cancelled while its number was made shows it to nobody, and watches it', async () => {
  stored()
  provider.create.does(async () => {
    await cancelOrder(order(), 'by-member', { now: minute(2), by: 'member' })
    return made
  })
  assert.deepEqual(await start(), { ok: false, code: 'cancelled' })
  assert.deepEqual([attemptOf(order()).state, attemptOf(order()).shown], ['closed', undefined])
  assert.ok(!mails().includes('payment-number'))
  assert.equal(order().check?.at, '2026-11-22T16:59:59.000Z')
})

for (const ending of ['cancelled', 'waiting', 'over'] as const) {
  test(`money for a number whose making was not answered comes to the owner, or pays: order ${ending}`, async () => {
    stored()
    provider.create.fails('unknown')
    await assert.rejects(start())
    assert.deepEqual(
      [attemptOf(order()).state, attemptOf(order()).reference],
      ['creating', undefined],
    )
    if (ending === 'cancelled') {
      await cancelOrder(order(), 'by-member', { now: minute(2), by: 'member' })
    }
    if (ending === 'over') await sweepAt(3 * HOUR)
    shows(paid())
    assert.equal(await push(), 'settled')
    const isPaid = ending !== 'cancelled'
    assert.equal(order().status, isPaid ? '已付款' : '已取消')
    assert.equal(order().payment?.review?.reason, isPaid ? undefined : 'paid-after-cancel')
    assert.equal(attemptOf(order()).reference, 'NO1')
    // The same notice again changes nothing.
    const before = order()
    assert.equal(await push('push-2'), 'settled')
    assert.deepEqual(order(), before)
  })
}

test('a notice with a number that is none of the order’s attempts is of no order', async () => {
  stored()
  shows(paid())
  assert.equal(await push(), 'unknown-order')
})

test('a number lasts to its end, whatever ECPay does not know', async () => {
  await withNumber()
  shows(undefined)
  for (const minutes of [HOUR, 10 * HOUR, ENDS, ENDS + 24 * HOUR]) {
    await sweepAt(minutes)
    assert.equal(attemptOf(order()).state, 'open', `${minutes}`)
  }
  await sweepAt(ENDS + LAG + 1)
  assert.equal(attemptOf(order()).state, 'closed')
})

test('a transfer whose push was lost is found by the sweep', async () => {
  await withNumber()
  assert.ok((order().check?.at ?? '') <= at(2 + 6 * HOUR))
  shows(paid())
  await sweepAt(2 + 6 * HOUR)
  assert.equal(order().status, '已付款')
})

test('a push that comes before the number is stored pays the order', async () => {
  stored()
  shows(paid())
  provider.create.does(async () => {
    assert.equal(await push(), 'settled')
    return made
  })
  assert.deepEqual(await start(), { ok: false, code: 'paid' })
  assert.equal(order().status, '已付款')
  assert.deepEqual(order().payment?.references, ['NO1'])
})

test('a push is a hint: it locks the order for as long as ECPay may lag, and pays it once', async () => {
  await withNumber()
  await push()
  assert.equal(attemptOf(order()).state, 'capturing')
  assert.deepEqual(await start('paypal'), { ok: false, code: 'confirming' })
  await sweepAt(24 * HOUR)
  assert.equal(order().payment?.review, undefined)
  shows(paid())
  await push('push-2')
  await push('push-3')
  assert.equal(order().status, '已付款')
  assert.equal(types().filter((type) => type === 'order.paid').length, 1)
})

test('a word of money that reading back does not show for a day is a person’s to decide', async () => {
  await withNumber()
  await push()
  await sweepAt(2 + LAG + 1)
  assert.equal(order().payment?.review?.reason, 'completed-without-capture')
})

const told = async (minutes: number) => {
  await sweepAt(minutes)
  return types().filter((type) => type.startsWith('payment-code'))
}

test('the buyer is reminded of a number once before its deadline, and told once that it is over', async () => {
  await withNumber()
  const [reminded, over] = ['payment-code.reminded', 'payment-code.expired']
  assert.deepEqual(await told(DEADLINE - 8 * HOUR - SECOND), [])
  assert.deepEqual(await told(DEADLINE - 8 * HOUR), [reminded])
  assert.deepEqual(await told(DEADLINE - SECOND), [reminded])
  assert.deepEqual(await told(DEADLINE), [reminded, over])
  assert.deepEqual(await told(DEADLINE + HOUR), [reminded, over])
  assert.deepEqual(
    mails().filter((kind) => kind.startsWith('payment-number')),
    ['payment-number', 'payment-number-reminder', 'payment-number-expired'],
  )
})

test('a shop that reminds nobody tells that a number is over all the same', async () => {
  await withNumber()
  world.hasReminders = false
  await sweepAt(DEADLINE - HOUR)
  await sweepAt(DEADLINE)
  assert.deepEqual(mails().at(-1), 'payment-number-expired')
  assert.ok(!types().includes('payment-code.reminded'))
})

test('an order is kept until its number can bring no money any more', async () => {
  stored()
  setClock(22 * HOUR)
  const expiresAt = '2026-11-23T15:59:59.000Z'
  provider.create.says({ ...made, expiresAt })
  assert.ok((await start()).ok)
  shows(known())
  await sweepAt(73 * HOUR)
  assert.equal(order().status, '待付款')
  assert.ok(order().reservation && 'until' in Object(order().reservation))
  await sweepAt(87 * HOUR + 1)
  await sweepAt(87 * HOUR + 10)
  assert.equal(order().status, '已取消')
})

test('money that comes after the deadline pays an order that still keeps its units', async () => {
  await withNumber()
  shows(paid())
  setClock(ENDS + HOUR)
  await push()
  assert.equal(order().status, '已付款')
})

test('money that comes after the order ended is a review, found without a push too', async () => {
  await withNumber()
  const cancelled = await cancelOrder(order(), 'by-member', { now: minute(5), by: 'member' })
  assert.ok(cancelled.ok)
  assert.deepEqual(mails().at(-1), 'cancelled')
  assert.match(mailsOf(undefined, order()).at(-1)?.values['number_over'] ?? '', /請勿轉帳/)
  assert.equal(order().check?.at, '2026-11-22T16:59:59.000Z')
  await sweepAt(ENDS + HOUR)
  assert.equal(order().status, '已取消')
  shows(paid())
  await sweepAt(ENDS + 13 * HOUR)
  assert.equal(order().payment?.review?.reason, 'paid-after-cancel')
})

test('another amount than the order’s is a review, never unpaid', async () => {
  await withNumber()
  shows(paid(TOTAL - 100))
  await push()
  assert.equal(order().payment?.review?.reason, 'amount')
})

test('an order whose buyer transferred another amount, which the owner gave back, can be paid again', async () => {
  await withNumber()
  shows(paid(1))
  await push()
  const context = { by: '林店主', at: minute(30) }
  const asked = await refundReview({
    orderId: ID,
    capture: 'all',
    reason: '金額不符',
    key: 'press-1',
    context,
  })
  assert.ok(asked.ok)
  const made = { orderId: ID, number: 1, day: '2026-11-21', reference: '12345', context }
  assert.ok((await completeManualRefund(made)).ok)
  const { status, payment, totalAmount } = order()
  assert.deepEqual([status, payment?.review, totalAmount], ['待付款', undefined, TOTAL])
  assert.equal(payment?.refundedAmount, 0)
  assert.deepEqual(
    payment.returned?.map(({ amount }) => amount),
    [1],
  )
  setClock(40)
  provider.create.says({ id: 'PP2' })
  assert.ok((await start('paypal')).ok)
})

for (const [what, amount] of [
  ['its price', TOTAL],
  ['another amount', TOTAL - 100],
] as const) {
  test(`nothing is captured elsewhere before a number was asked about, by which ${what} was paid`, async () => {
    await withNumber()
    const { payment } = order()
    assert.ok(payment)
    const paypal = makeAttempt({ number: 2, reference: 'PP2' })
    keep({ ...order(), payment: { ...payment, attempts: [...payment.attempts, paypal] } })
    shows(paid(amount))
    const after = await capturePayment(order(), 'PP2', 0)
    assert.equal(after.status, amount === TOTAL ? '已付款' : '待付款')
    assert.equal(after.payment?.review?.reason, amount === TOTAL ? undefined : 'amount')
    assert.deepEqual(calls, ['find NO1'])
  })
}

test('the owner’s press leaves the units of a number that may still be paid', async () => {
  await withNumber()
  assert.equal(
    expireReservation(order(), 'released-by-owner', { now: minute(9), by: 'owner' }),
    undefined,
  )
})

test('after its deadline another number can be made, with a number of its own', async () => {
  stored()
  const soon = { ...made, expiresAt: at(20) }
  provider.create.says(soon)
  assert.ok((await start('cvs')).ok)
  shows(known())
  setClock(30)
  provider.create.says({ ...made, id: 'NO2' })
  const next = await start('atm')
  assert.ok(next.ok && next.data.reference === 'NO2')
})
