import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, mock, test } from 'node:test'

import { EMPTY_RECIPIENT } from '#lib/delivery/recipient.ts'
import type { OrderToPay } from '#lib/payment/provider.ts'
import { defined } from '#lib/result.ts'
import { encryptData } from './client.ts'
import { hurryTurns, stand } from './payment-shop.fixture.ts'
import { PAYMENT } from './stand-in.fixture.ts'

const { createEcpayNumber, findEcpayNumber, probeEcpayNumbers, readEcpayCodeMessage } =
  await import('./payment-codes.ts')
const { ecpayCodeNumber, isEcpayCashier } = await import('./cashier.ts')

const ORDER = 'Order2026112610-0001'
const DOCUMENT = '4f1c2a9be0d34c0f8a77'
let attempt = 0
const order = (more: Partial<OrderToPay> = {}): OrderToPay => ({
  id: DOCUMENT,
  orderNumber: ORDER,
  attempt,
  totalAmount: 1620,
  units: 1,
  recipient: EMPTY_RECIPIENT,
  method: 'atm',
  returnUrl: 'http://localhost:3000/checkout/x',
  cancelUrl: 'http://localhost:3000/checkout/x',
  ...more,
})
const reference = () => ecpayCodeNumber(ORDER, attempt)
const fault = (name: string, op: string, more: object = {}) =>
  stand.control('POST', '/faults', { name, op, ...more })
const pay = (body: object = {}) =>
  stand.control('POST', `/codes/${reference()}/pay`, { push: 'none', ...body })
const numbersAt = async (): Promise<readonly unknown[]> =>
  Object((await stand.control('GET', `/codes?ref=${reference()}`))['codes'])
const push = (data: object, keys: { readonly key: string; readonly iv: string } = PAYMENT) => {
  const body = JSON.stringify({ TransCode: 1, Data: encryptData(data, keys) })
  return readEcpayCodeMessage(new Headers(), new TextEncoder().encode(body))
}

const sealed = (data: object) => Response.json({ TransCode: 1, Data: encryptData(data, PAYMENT) })

let turns: ReturnType<typeof hurryTurns> | undefined
const fresh = () => {
  attempt += 1
  turns = hurryTurns()
}
const tidy = async () => {
  turns?.restore()
  mock.timers.reset()
  await stand.control('DELETE', '/faults')
  await stand.control('POST', '/clock', { at: new Date().toISOString() })
}

describe('a number', () => {
  beforeEach(fresh)
  afterEach(tidy)

  test('an account is made with its bank, and can be paid until the end of the next day in Taipei', async () => {
    // One minute after midnight in Taipei, where it is the day before in UTC.
    await stand.control('POST', '/clock', { at: '2026-11-25T16:01:00.000Z' })
    const made = await createEcpayNumber(order())
    assert.equal(made.id, reference())
    assert.match(made.shown?.number ?? '', /^\d{16}$/)
    assert.deepEqual([made.shown?.bank, made.expiresAt], ['004', '2026-11-27T15:59:59.000Z'])
    assert.ok(isEcpayCashier(made.approveAt ?? ''))
  })

  test("a store's number is made for a day, with the page of its barcode", async () => {
    await stand.control('POST', '/clock', { at: '2026-11-26T02:03:04.000Z' })
    const made = await createEcpayNumber(order({ method: 'cvs' }))
    assert.deepEqual([made.shown?.bank, made.expiresAt], [undefined, '2026-11-27T02:03:04.000Z'])
    assert.match(made.shown?.page ?? '', /^https:/)
  })

  test('a number is never made twice: a repeat is given the same one', async () => {
    const first = await createEcpayNumber(order())
    assert.deepEqual(await createEcpayNumber(order()), first)
    assert.equal((await numbersAt()).length, 1)
  })

  for (const name of ['lose-reply', 'html-after-acting', '500-after-acting']) {
    test(`a number whose answer was lost by ${name} is asked back`, async () => {
      await fault(name, 'gen-code')
      await assert.rejects(createEcpayNumber(order()), { kind: 'unknown' })
      const made = await createEcpayNumber(order())
      const [stored] = await numbersAt()
      assert.equal(made.shown?.number, Object(stored).number)
    })
  }

  test('a number that was paid before its answer came is known without being shown', async () => {
    await createEcpayNumber(order())
    await pay()
    const again = await createEcpayNumber(order())
    assert.deepEqual([again.id, again.shown], [reference(), undefined])
  })

  const store = { PaymentNo: 'X1', ExpireDate: '2026/11/27 10:00:00' }
  for (const [what, CVSInfo, shown] of [
    ['with a page', { ...store, PaymentURL: 'https://x.example/' }, 'https://x.example/'],
    ['with a page that is not safe', { ...store, PaymentURL: 'http://x.example/' }, undefined],
    ['without a page', store, undefined],
    ['without its end', { PaymentNo: 'X1' }, 'MALFORMED'],
    ['without itself', { ExpireDate: store.ExpireDate }, 'MALFORMED'],
    ['without anything', undefined, 'MALFORMED'],
  ] as const) {
    test(`a store's number ${what} is shown with its end, or not at all`, async (t) => {
      t.mock.method(globalThis, 'fetch', async () => sealed({ RtnCode: 1, CVSInfo }))
      const made = createEcpayNumber(order({ method: 'cvs' }))
      if (shown === 'MALFORMED') await assert.rejects(made, { issue: shown })
      else assert.deepEqual((await made).shown, { number: 'X1', ...defined({ page: shown }) })
    })
  }

  test('a number that ECPay refuses is refused, and one that it does not carry is unknown', async () => {
    await assert.rejects(createEcpayNumber(order({ totalAmount: 50_000 })), {
      kind: 'refused',
      issue: 'ECPAY_5100070',
    })
    await fault('drop', 'gen-code')
    await assert.rejects(createEcpayNumber(order()), { kind: 'unknown' })
  })
})

describe('a payment of a number', () => {
  beforeEach(fresh)
  afterEach(tidy)

  test('the query alone says that a number was paid, with the amount that came', async () => {
    assert.equal(await findEcpayNumber(reference()), undefined)
    await createEcpayNumber(order())
    const open = await findEcpayNumber(reference())
    assert.deepEqual([open?.status, open?.amount, open?.captures.length], ['open', 1620, 0])
    await pay({ amount: 1000 })
    const paid = await findEcpayNumber(reference())
    const [capture] = paid?.captures ?? []
    assert.deepEqual(
      [paid?.status, capture?.amount, capture?.customId, capture?.invoiceId],
      ['completed', 1000, DOCUMENT, reference()],
    )
  })

  test('a payment that ECPay shows late is open until then', async () => {
    await createEcpayNumber(order())
    await pay({ shownAfterMs: 60_000 })
    assert.equal((await findEcpayNumber(reference()))?.status, 'open')
  })

  test('a state that ECPay does not name is reported, and is no money', async (t) => {
    const printed = t.mock.method(console, 'error', () => {})
    let TradeStatus = ''
    const info = () => ({ MerchantTradeNo: reference(), TradeStatus, TradeAmt: 1620 })
    t.mock.method(globalThis, 'fetch', async () => sealed({ RtnCode: 1, OrderInfo: info() }))
    for (const [state, status, told] of [
      ['0', 'open', 0],
      ['1', 'completed', 0],
      ['9', 'open', 1],
    ] as const) {
      TradeStatus = state
      assert.equal((await findEcpayNumber(reference()))?.status, status)
      assert.equal(printed.mock.callCount(), told, state)
    }
  })

  for (const name of ['drop', 'html', '500']) {
    test(`a query that is answered by ${name} says nothing`, async () => {
      await createEcpayNumber(order())
      await fault(name, 'query-code')
      await assert.rejects(findEcpayNumber(reference()), { kind: 'unknown' })
    })
  }

  test('an answer that other keys sealed says nothing, so the doctor knows wrong keys from right', async () => {
    await probeEcpayNumbers(stand.payments())
    await assert.rejects(probeEcpayNumbers({ ...stand.payments(), key: 'another-key-1234' }), {
      issue: 'UNSEALED',
    })
  })

  test("a push is a hint, only when the shop's keys sealed it", async () => {
    const told = {
      RtnCode: 1,
      OrderInfo: { MerchantTradeNo: reference(), TradeStatus: '1', TradeAmt: 1620 },
      CustomField: DOCUMENT,
    }
    const message = await push(told)
    assert.deepEqual(message, {
      provider: 'ecpay-code',
      id: Object(message).id,
      type: 'number 1',
      reference: reference(),
      orderDocument: DOCUMENT,
      isPaidNotice: true,
    })
    assert.equal(await push(told, { ...PAYMENT, key: 'another-key-1234' }), 'forged')
    assert.equal(await push({ RtnCode: 1 }), 'malformed')
  })

  for (const [what, more] of [
    ['simulated', { SimulatePaid: 1, OrderInfo: { TradeStatus: '0' } }],
    ['simulated, with the state of a payment', { SimulatePaid: 1, OrderInfo: {} }],
    ['without its state', { OrderInfo: { TradeStatus: '0' } }],
  ] as const) {
    test(`a push that is ${what} tells of no money`, async () => {
      const { OrderInfo, ...rest } = more
      const info = { MerchantTradeNo: reference(), TradeStatus: '1', TradeAmt: 1620, ...OrderInfo }
      assert.equal(Object(await push({ RtnCode: 1, ...rest, OrderInfo: info })).isPaidNotice, false)
    })
  }
})
