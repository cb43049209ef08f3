import assert from 'node:assert/strict'
import { beforeEach, describe, mock, test } from 'node:test'

import { EMPTY_RECIPIENT } from '#lib/delivery/recipient.ts'
import type { OrderToPay } from '#lib/payment/provider.ts'
import { checkMacValue, type FormFields } from './check-mac-value.ts'
import { toEcpayTime } from './client.ts'
import { hurryTurns, stand } from './payment-shop.fixture.ts'
import { PAYMENT } from './stand-in.fixture.ts'

const cashier = await import('./cashier.ts')

const ORDER = 'Order2026112610-0001'
const order = (attempt: number): OrderToPay => ({
  id: '4f1c2a9be0d34c0f8a77',
  orderNumber: ORDER,
  attempt,
  totalAmount: 1620,
  units: 1,
  recipient: EMPTY_RECIPIENT,
  method: 'ecpay-card',
  returnUrl: 'http://localhost:3000/checkout/ecpay/4f1c2a9be0d34c0f8a77',
  cancelUrl: 'http://localhost:3000/checkout/ecpay/4f1c2a9be0d34c0f8a77',
})

let attempts = 0
let reference = ''
const fresh = async () => {
  attempts += 1
  reference = (await cashier.createEcpayCardOrder(order(attempts))).id
}

// The buyer's browser posts the form.
async function post(fields?: FormFields): Promise<string> {
  const form = cashier.ecpayCardForm(order(attempts), reference, new Date())
  const body = new URLSearchParams({ ...(fields ?? form.fields) })
  return (await fetch(form.action, { method: 'POST', body })).text()
}

const pay = (body: object) =>
  stand.control('POST', `/cards/${reference}/pay`, { push: 'none', ...body })
const read = (fields: FormFields) =>
  cashier.readEcpayCardMessage(
    new Headers(),
    new TextEncoder().encode(new URLSearchParams({ ...fields }).toString()),
  )
const signed = (fields: FormFields): FormFields => ({
  ...fields,
  CheckMacValue: checkMacValue(fields, PAYMENT, 'sha256'),
})

const FORM = {
  MerchantID: '3002607',
  MerchantTradeNo: 'O26112600011C3F0KQ2A',
  MerchantTradeDate: '2026/11/26 10:00:00',
  PaymentType: 'aio',
  TotalAmount: '1620',
  TradeDesc: 'OURTEE order',
  ItemName: 'OURTEE 共衣 T恤 1 件（含運費）',
  ReturnURL: 'https://shop.example/api/ecpay/paid',
  OrderResultURL: 'https://shop.example/api/ecpay/back',
  ClientBackURL: 'https://shop.example/checkout/ecpay/O26112600011C3F0KQ2A',
  ChoosePayment: 'Credit',
  EncryptType: '1',
  NeedExtraPaidInfo: 'Y',
  CustomField1: '4f1c2a9be0d34c0f8a77',
}
const EMPTY = { StoreID: '', CustomField2: '', CustomField3: '', CustomField4: '' }
const PUSH = {
  MerchantID: '3002607',
  MerchantTradeNo: 'O26112600011C3F0KQ2A',
  RtnCode: '1',
  RtnMsg: '交易成功',
  TradeNo: '2611261000010001',
  TradeAmt: '1620',
  PaymentDate: '2026/11/26 10:03:20',
  PaymentType: 'Credit_CreditCard',
  PaymentTypeChargeFee: '47',
  TradeDate: '2026/11/26 10:00:05',
  SimulatePaid: '0',
  CustomField1: '4f1c2a9be0d34c0f8a77',
  ...EMPTY,
}

const mac = (fields: FormFields) => checkMacValue(fields, PAYMENT, 'sha256')

test('the signature of a form and of a push agrees with those that were computed elsewhere', () => {
  assert.equal(mac(FORM), '2AFCE75AFB89B9AC54A81C6AD89A7DDB886C23F84F694A6AA8D1DECA770D3316')
  assert.equal(mac(PUSH), 'BED0AF2050D25E3DF10C8C010D502AF76FD70BC5CAC4A5B0684900644E99736C')
  assert.match(mac({ ...PUSH, SimulatePaid: '1' }), /^08343B16.*5F1E$/)
  const bare = Object.fromEntries(Object.entries(PUSH).filter(([, value]) => value !== ''))
  assert.match(mac(bare), /^FA777E13.*7A52$/)
})

const cashierPage = (base: string) =>
  new URL(
    cashier.pageOf(
      { ...PAYMENT, base, codeBase: base, site: 'https://shop.example' },
      'https://shop.example/pay',
      'O1',
    ),
  ).search

test('the page that leads to a cashier names its host, and the stand-in without its port', () => {
  assert.equal(cashierPage('https://cashier.example:8443'), '?no=O1&at=cashier.example%3A8443')
  assert.equal(cashierPage('http://127.0.0.1:4321'), '?no=O1&at=127.0.0.1')
})

test('a number has at most twenty letters and digits, and no two attempts share one', () => {
  const numbers = new Set<string>()
  for (let sequence = 1; sequence <= 2_000; sequence += 1) {
    for (const attempt of [1, 2, 35, 36, 37, 99]) {
      const code = String(sequence).padStart(4, '0')
      numbers.add(cashier.ecpayCardNumber(`Order2026112610-${code}`, attempt))
    }
  }
  for (const hour of ['00', '23']) {
    for (const sequence of ['0001', '10001', '99999']) {
      numbers.add(cashier.ecpayCardNumber(`Order20991231${hour}-${sequence}`, 1295))
    }
  }
  assert.equal(numbers.size, 12_000 + 6)
  // A prefix of this installation is one character longer.
  for (const number of numbers) assert.match(number, /^OT[A-Z0-9]{1,17}$/)
})

describe('a payment by card', () => {
  beforeEach(fresh)

  test('an attempt is made without a call, with a page of the shop', async () => {
    const before = await stand.control('GET', '/requests')
    const made = await cashier.createEcpayCardOrder(order(1))
    assert.equal(made.id, 'OT261126100001C01')
    const page = new URL(made.approveAt ?? '')
    assert.equal(page.pathname, '/checkout/ecpay/4f1c2a9be0d34c0f8a77')
    assert.equal(page.searchParams.get('no'), made.id)
    assert.ok(cashier.isEcpayCashier(page.href))
    page.searchParams.set('at', 'payment.ecpay.com.tw')
    assert.equal(cashier.isEcpayCashier(page.href), false)
    assert.deepEqual(await stand.control('GET', '/requests'), before)
  })

  test('the form is dated in Taipei, and says nothing of the buyer or the goods', () => {
    const now = new Date('2026-11-26T16:05:00Z')
    const { action, fields } = cashier.ecpayCardForm(order(1), reference, now)
    assert.equal(action, `${stand.address()}/Cashier/AioCheckOut/V5`)
    const { CheckMacValue: own, ...rest } = fields
    assert.match(own ?? '', /^[0-9A-F]{64}$/)
    assert.deepEqual(rest, {
      MerchantID: '3002607',
      MerchantTradeNo: reference,
      MerchantTradeDate: '2026/11/27 00:05:00',
      PaymentType: 'aio',
      TotalAmount: '1620',
      TradeDesc: 'OURTEE order',
      ItemName: 'OURTEE 共衣 T恤 1 件（含運費）',
      ReturnURL: 'http://localhost:3000/api/ecpay/paid',
      OrderResultURL: 'http://localhost:3000/api/ecpay/back',
      ClientBackURL: 'http://localhost:3000/checkout/ecpay/4f1c2a9be0d34c0f8a77',
      ChoosePayment: 'Credit',
      EncryptType: '1',
      CustomField1: '4f1c2a9be0d34c0f8a77',
    })
  })

  test('a number is unknown until a browser brings it, open until it is paid, and then money', async () => {
    assert.equal(await cashier.findEcpayCardPayment(reference), undefined)
    assert.match(await post(), /確認付款/)
    const open = await cashier.findEcpayCardPayment(reference)
    assert.deepEqual([open?.status, open?.amount, open?.captures], ['open', 1620, []])
    await pay({})
    const paid = await cashier.findEcpayCardPayment(reference)
    assert.equal(paid?.status, 'completed')
    const [capture] = paid.captures
    assert.match(capture?.id ?? '', /^\d{16}$/)
    const { id: _id, createTime, ...facts } = capture ?? {}
    assert.ok(!Number.isNaN(Date.parse(String(createTime))))
    assert.deepEqual(facts, {
      status: 'completed',
      amount: 1620,
      currency: 'TWD',
      customId: '4f1c2a9be0d34c0f8a77',
      invoiceId: cashier.ecpayCardNumber(ORDER, attempts),
    })
  })

  test('a number that was brought once is refused a second time', async () => {
    await post()
    assert.match(await post(), /編號重覆/)
  })

  test('a card that the bank refused is a refusal with its code, and final', async () => {
    await post()
    await pay({ outcome: 'declined' })
    const found = await cashier.findEcpayCardPayment(reference)
    assert.equal(found?.status, 'void')
    const [capture] = found.captures
    assert.deepEqual([capture?.status, capture?.reason], ['declined', 'ECPAY_10200095'])
  })

  const NO_ANSWER: readonly (readonly [string, object, string])[] = [
    ['an unsigned text', { name: 'text', text: 'TradeStatus=1&MerchantTradeNo=X' }, 'UNSIGNED'],
    ['HTML', { name: 'html' }, 'UNSIGNED'],
    ['an answer of a broken server', { name: '500' }, 'HTTP_500'],
    ['a closed connection', { name: 'drop' }, 'TypeError'],
  ]
  for (const [what, fault, issue] of NO_ANSWER) {
    test(`${what} is no answer about the money`, async () => {
      await post()
      await stand.control('POST', '/faults', { op: 'query-trade', ...fault })
      await assert.rejects(cashier.findEcpayCardPayment(reference), { kind: 'unknown', issue })
    })
  }
})

const minutesAgo = (minutes: number) => toEcpayTime(new Date(Date.now() - minutes * 60_000))

describe('a trade as ECPay tells it', () => {
  beforeEach(fresh)

  const trade = { TradeNo: '2611261000010001', TradeAmt: '1620', TradeDate: minutesAgo(61) }
  for (const [what, fields, status, captures] of [
    ['failed', { TradeStatus: '10200095' }, 'void', 1],
    ['failed before it was a trade', { TradeStatus: '10200095', TradeNo: '' }, 'void', 0],
    ['failed without an amount', { TradeStatus: '10200095', TradeAmt: '' }, 'void', 0],
    ['has another state after an hour', { TradeStatus: '10100058' }, 'void', 1],
    ['has another state', { TradeStatus: '10100058', TradeDate: minutesAgo(1) }, 'open', 0],
    ['is unpaid for long', { TradeStatus: '0' }, 'open', 0],
  ] as const) {
    test(`a trade that ${what} is ${status}, with ${captures} refusals`, async (t) => {
      const { MerchantID } = PUSH
      const answer = signed({ ...trade, ...fields, MerchantID, MerchantTradeNo: reference })
      const text = Object.entries(answer).map((field) => field.join('='))
      t.mock.method(globalThis, 'fetch', async () => new Response(text.join('&')))
      const turns = hurryTurns()
      const found = await cashier.findEcpayCardPayment(reference).finally(turns.restore)
      assert.deepEqual([found?.status, found?.captures.length], [status, captures])
    })
  }
})

const issueOf = (one: PromiseSettledResult<unknown> | undefined) =>
  one?.status === 'rejected' ? Object(one.reason).issue : one?.status

describe('what comes without being asked for', () => {
  beforeEach(fresh)

  test('a signed form is a hint where to ask; whatever is not signed by the own keys is forged', async () => {
    const message = await read(signed(PUSH))
    assert.ok(typeof message === 'object')
    assert.deepEqual(
      [message.provider, message.reference, message.orderDocument, message.isPaidNotice],
      ['ecpay', PUSH.MerchantTradeNo, PUSH.CustomField1, true],
    )
    const own = mac(PUSH)
    const told = async (fields: FormFields) => Object(await read(signed(fields))).isPaidNotice
    assert.equal(typeof (await read({ ...PUSH, CheckMacValue: own.toLowerCase() })), 'object')
    assert.equal(await told({ ...PUSH, card4no: '2222' }), true)
    assert.equal(await told({ ...PUSH, RtnCode: '10100058' }), false)
    assert.equal(await told({ ...PUSH, SimulatePaid: '1' }), false)
    assert.equal(await read({ ...PUSH, CheckMacValue: '0'.repeat(64) }), 'forged')
    assert.equal(await read({ ...PUSH, TradeAmt: '1', CheckMacValue: own }), 'forged')
    assert.equal(await read(signed({ ...PUSH, MerchantID: '2000132' })), 'forged')
    const { MerchantTradeNo: _number, ...nameless } = PUSH
    assert.equal(await read(signed(nameless)), 'malformed')
  })

  test('calls begin 200 ms apart, also those that are made at once', async () => {
    await post()
    const turns = hurryTurns()
    try {
      await Promise.all([1, 2, 3].map(() => cashier.findEcpayCardPayment(reference)))
      assert.deepEqual(turns.waits(), [200, 200, 200])
    } finally {
      turns.restore()
    }
  })

  test('a question for a signed message goes before those that wait', async () => {
    await post()
    const turns = hurryTurns()
    const order: string[] = []
    const ask = async (name: string, isUrgent: boolean) => {
      await cashier.callInTurn(
        name,
        async () => {
          order.push(name)
          return new Response('')
        },
        { isUrgent },
      )
    }
    try {
      const calls = [
        ask('first', false),
        ask('second', false),
        ask('third', false),
        ask('signed', true),
      ]
      await Promise.all(calls)
    } finally {
      turns.restore()
    }
    // The first may have had its turn already.
    assert.ok(order.indexOf('signed') < order.indexOf('second'), order.join(' '))
    assert.deepEqual(
      order.filter((name) => name !== 'signed'),
      ['first', 'second', 'third'],
    )
  })

  // It lies in the past, so that the tests after it, which share this process, may ask.
  test('after a 403 nothing is asked for half an hour', async () => {
    await stand.control('POST', '/faults', { op: 'query-trade', name: '403' })
    mock.timers.enable({ apis: ['Date'], now: Date.now() - 31 * 60_000 })
    try {
      const waiting = [1, 2, 3].map(() => cashier.findEcpayCardPayment(reference))
      const [first, ...others] = await Promise.allSettled(waiting)
      assert.equal(issueOf(first), 'HTTP_403')
      // Nor what waits for its turn already.
      assert.deepEqual(others.map(issueOf), ['SHUT_OUT', 'SHUT_OUT'])
      mock.timers.setTime(Date.now() + 29 * 60_000)
      await assert.rejects(cashier.findEcpayCardPayment(reference), { issue: 'SHUT_OUT' })
      mock.timers.setTime(Date.now() + 60_000)
      assert.equal(await cashier.findEcpayCardPayment(reference), undefined)
    } finally {
      mock.timers.reset()
    }
  })
})
