import './hooks.ts'

import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'

import type { PaymentMethod } from '#lib/payment/methods.ts'
import {
  at,
  attemptOf,
  makeAttempt,
  makeCapture,
  makeProviderOrder,
  minute,
  NUMBER,
  TOTAL,
  withAttempts,
} from '#lib/payment/orders.fixture.ts'
import type { Attempt } from '#lib/payment/payment.ts'
import { calls, problem, provider } from './script.ts'
import { keep, newWorld, setClock, storedOrder } from './world.ts'

const { startPayment } = await import('#lib/payment/start-payment.ts')
const { capturePayment, refreshPayment } = await import('#lib/payment/capture-payment.ts')
const { sweepPayments } = await import('#lib/payment/sweep-payments.ts')
const { cancelOrder } = await import('#lib/order/cancel-order.ts')

const ID = 'doc-1-0123456789-0123456'
const shutOut = () => problem('unknown', 'SHUT_OUT')
const order = () => storedOrder(ID)
const store = (...attempts: readonly Attempt[]) =>
  keep({ ...withAttempts(...attempts), id: ID, check: { at: at(2), urgent: false, looks: 0 } })
const start = (method: PaymentMethod) => startPayment(order(), method)

const card = (overrides: Partial<Attempt> = {}) =>
  makeAttempt({ provider: 'ecpay', method: 'ecpay-card', reference: 'EC1', ...overrides })
const number = (overrides: Partial<Attempt> = {}) =>
  makeAttempt({
    provider: 'ecpay-code',
    method: 'atm',
    reference: 'EA1',
    shown: { bank: '822', number: '90000123456789' },
    expiresAt: at(24 * 60),
    ...overrides,
  })
const linePay = (overrides: Partial<Attempt> = {}) =>
  makeAttempt({ provider: 'line-pay', method: 'line-pay', reference: 'LP1', ...overrides })

const atEcpay = {
  id: 'EC1',
  amount: TOTAL,
  currency: 'TWD',
  invoiceId: `${NUMBER}-1`,
  refunds: [],
} as const
const paidAtEcpay = {
  ...atEcpay,
  status: 'completed',
  captures: [makeCapture({ id: '2611', customId: ID, invoiceId: `${NUMBER}-1` })],
} as const
const paidAtPaypal = makeProviderOrder({ captures: [makeCapture({ customId: ID })] })
const approved = (reference: string, attempt: number) =>
  makeProviderOrder({
    id: reference,
    status: 'approved',
    captures: [],
    customId: ID,
    ...(reference === 'LP1' ? { invoiceId: `${NUMBER}-${attempt}` } : {}),
  })

beforeEach(newWorld)

describe('a member looks at an unpaid order of which a provider tells nothing', () => {
  for (const [title, attempt] of [
    ['PayPal', makeAttempt()],
    ['LINE Pay', linePay()],
    ['綠界科技', card()],
    ['綠界科技', number()],
  ] as const) {
    test(`${attempt.provider}: they hear the last known state and who is silent, and the order is as it was`, async () => {
      const before = store(attempt)
      provider.find.fails(shutOut())
      const answer = { status: 'unpaid', again: false, refusals: 0, unanswered: title }
      assert.deepEqual(await refreshPayment(order()), answer)
      assert.deepEqual(order(), before)
    })
  }

  test('what another provider tells of the order is not lost by the silence', async () => {
    store(card(), makeAttempt({ number: 2 }))
    provider.find.fails(shutOut()).says(paidAtPaypal)
    assert.deepEqual(await refreshPayment(order()), { status: 'paid', again: false, refusals: 0 })
  })

  test('nor is it by a sweep, which fails for that order all the same', async () => {
    store(card(), makeAttempt({ number: 2 }))
    provider.find.fails(shutOut()).says(paidAtPaypal)
    setClock(5)
    assert.equal((await sweepPayments(minute(5))).failed, 1)
    assert.equal(order().status, '已付款')
  })

  test('it is not cancelled before the provider has answered, and is then', async () => {
    store(card())
    provider.find.fails(shutOut())
    const context = { now: minute(3), by: 'member' } as const
    await assert.rejects(cancelOrder(order(), 'by-member', context), { issue: 'SHUT_OUT' })
    assert.equal(order().status, '待付款')
    provider.find.says(undefined)
    assert.ok((await cancelOrder(order(), 'by-member', context)).ok)
  })
})

describe('another way to pay, while a provider tells nothing of an earlier attempt', () => {
  for (const method of ['paypal', 'line-pay'] as const) {
    for (const attempt of [card(), card({ postedAt: at(1) }), number()]) {
      const posted = attempt.postedAt === undefined ? '' : ', brought there,'
      test(`${method} beside ${attempt.method}${posted} begins`, async () => {
        store(attempt)
        provider.find.fails(shutOut())
        provider.create.says({ id: 'NEW' })
        const answer = await start(method)
        assert.ok(answer.ok && answer.data.reference === 'NEW')
      })
    }

    test(`${method} takes no money until ECPay has answered, and none where the card was paid`, async () => {
      store(card({ postedAt: at(1) }))
      provider.find.fails(shutOut())
      const reference = method === 'paypal' ? 'PP2' : 'LP1'
      provider.create.says({ id: reference })
      await start(method)
      // LINE Pay is asked before; ECPay does not answer all the time.
      if (method === 'line-pay') provider.find.says(approved(reference, 2)).fails(shutOut())
      const confirming = await capturePayment(order(), reference, 0)
      assert.equal(confirming.payment?.state, 'capturing')
      assert.equal(calls.filter((call) => call.startsWith('capture')).length, 0)
      setClock(10)
      provider.find.says(approved(reference, 2), paidAtEcpay)
      keep({ ...order(), check: { at: at(10), urgent: true, looks: 0 } })
      await sweepPayments(minute(10))
      assert.equal(order().status, '已付款')
      assert.equal(attemptOf(order()).state, 'captured')
      assert.equal(calls.filter((call) => call.startsWith('capture')).length, 0)
    })
  }

  for (const [what, attempt, method] of [
    ['a card that a browser brought there', card({ postedAt: at(1) }), 'ecpay-card'],
    ['a card', card(), 'atm'],
    ['a transfer', number(), 'ecpay-card'],
    ['a request at LINE Pay', linePay(), 'ecpay-card'],
    ['a request at LINE Pay', linePay(), 'atm'],
    ['an order at PayPal', makeAttempt(), 'ecpay-card'],
  ] as const) {
    test(`${method} beside ${what} does not: the money of both could come`, async () => {
      const before = store(attempt)
      provider.find.fails(shutOut())
      await assert.rejects(start(method), { issue: 'SHUT_OUT' })
      assert.deepEqual(order(), before)
    })
  }

  for (const [attempt, method] of [
    [card(), 'ecpay-card'],
    [number(), 'atm'],
  ] as const) {
    test(`${method} shows the number again that is out already, and makes no second one`, async () => {
      store(attempt)
      provider.find.fails(shutOut())
      const answer = await start(method)
      assert.ok(answer.ok && answer.data.reference === attempt.reference)
      assert.equal(order().payment?.attempts.length, 1)
    })
  }

  test('nor is that number shown while another provider is silent', async () => {
    const before = store(card(), makeAttempt({ number: 2 }))
    provider.find.says(undefined).fails(shutOut())
    await assert.rejects(start('ecpay-card'), { issue: 'SHUT_OUT' })
    assert.deepEqual(order(), before)
  })

  test('the unavailable provider itself begins nothing more', async () => {
    store(makeAttempt())
    provider.find.fails(shutOut())
    await assert.rejects(start('paypal'), { issue: 'SHUT_OUT' })
    // Where ECPay takes cards, PayPal's own card button is off.
    assert.deepEqual(await start('card'), { ok: false, code: 'refused' })
    assert.equal(order().payment?.attempts.length, 1)
  })
})
