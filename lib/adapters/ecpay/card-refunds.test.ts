import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'

import { EMPTY_RECIPIENT } from '#lib/delivery/recipient.ts'
import { refundCharge, withChargeRefunds } from '#lib/payment/card-charge.ts'
import type { OrderToPay, ProviderOrder, RefundToMake } from '#lib/payment/provider.ts'
import { encryptData } from './client.ts'
import { hurryTurns, stand } from './payment-shop.fixture.ts'
import { PAYMENT } from './stand-in.fixture.ts'

const { createEcpayCardOrder, ecpayCardForm, findEcpayCardPayment } = await import('./cashier.ts')
const { ecpayChargeCalls, probeEcpayRefunds, readEcpayCharge } = await import('./card-refunds.ts')

// As the shop does with what its adapter reads and sends (lib/payment/providers.ts).
const refundEcpayCard = async (refund: RefundToMake, now: Date) =>
  refundCharge(refund, ecpayChargeCalls(refund), now)
const withEcpayRefunds = async (order: ProviderOrder) =>
  withChargeRefunds(order, () => readEcpayCharge(order.id))

const TOTAL = 1620
/** Eleven in the morning in Taipei. */
const MORNING = new Date('2026-11-26T03:00:00Z')
const order = (attempt: number): OrderToPay => ({
  id: '4f1c2a9be0d34c0f8a77',
  orderNumber: 'Order2026112610-0002',
  attempt,
  totalAmount: TOTAL,
  units: 1,
  recipient: EMPTY_RECIPIENT,
  method: 'ecpay-card',
  returnUrl: 'http://localhost:3000/checkout/ecpay/4f1c2a9be0d34c0f8a77',
  cancelUrl: 'http://localhost:3000/checkout/ecpay/4f1c2a9be0d34c0f8a77',
})

let attempts = 0
let reference = ''
let tradeNo = ''
let turns: ReturnType<typeof hurryTurns> | undefined
const { fetch: real } = globalThis

// One after the other, not one above the other, which none could take away again.
function answerBy(answer: typeof fetch): void {
  globalThis.fetch = answer
}

/** The actions that were sent, such as `E 1620`. */
let sent: string[] = []

const fault = (name: string, op = 'card-action', more: object = {}) =>
  stand.control('POST', '/faults', { name, op, ...more })

const UNDONE: Readonly<Record<string, string>> = {
  'Operation canceled': 'taken-out',
  Canceled: 'given-up',
}

/** Brings the charge of the payment into a state of ECPay's. */
const bringTo = (state: string) =>
  stand.control(
    'POST',
    `/cards/${reference}/state`,
    state in UNDONE ? { closeAs: 'Captured', undone: UNDONE[state] } : { closeAs: state },
  )

/** What ECPay has given back, by its own record. */
async function returnedMoney(): Promise<number> {
  const { cards } = Object(await stand.control('GET', `/cards?ref=${reference}`))
  const { undone, refunds } = Object(cards).at(-1)
  if (undone === 'given-up') return TOTAL
  return Object(refunds).reduce(
    (sum: number, one: { readonly amount: number }) => sum + one.amount,
    0,
  )
}

const refund = (amount: number, more: Partial<RefundToMake> = {}): RefundToMake => ({
  reference,
  captureId: tradeNo,
  amount,
  key: 'refund:doc-1:1',
  invoiceId: 'N-R1',
  ...more,
})

/** What ECPay has given back, as the shop reads it. */
async function back(): Promise<number> {
  const found = await findEcpayCardPayment(reference)
  assert.ok(found)
  const { captures, refunds } = await withEcpayRefunds(found)
  const sum = refunds.reduce((total, { amount }) => total + amount, 0)
  const status = sum === 0 ? 'completed' : sum === TOTAL ? 'refunded' : 'partly-refunded'
  assert.equal(captures[0]?.status, status)
  return sum
}

const payAnew = async () => {
  turns = hurryTurns()
  attempts += 1
  const now = new Date()
  await stand.control('POST', '/clock', { at: MORNING.toISOString() })
  reference = (await createEcpayCardOrder(order(attempts))).id
  const { action, fields } = ecpayCardForm(order(attempts), reference, now)
  await fetch(action, { method: 'POST', body: new URLSearchParams({ ...fields }) })
  const paid = await stand.control('POST', `/cards/${reference}/pay`, { push: 'none' })
  tradeNo = String(paid['tradeNo'])
  sent = []
  answerBy((...call) => {
    const form = call[1]?.body
    if (form instanceof URLSearchParams && form.has('Action'))
      sent.push(`${form.get('Action')} ${form.get('TotalAmount')}`)
    return real(...call)
  })
}

const restore = async () => {
  turns?.restore()
  answerBy(real)
  await stand.control('DELETE', '/faults')
  await stand.control('POST', '/clock', { at: new Date().toISOString() })
}

const matrix: readonly [
  state: string,
  amount: number,
  actions: readonly string[],
  end: number | string,
][] = [
  ['Authorized', TOTAL, ['N 1620'], TOTAL],
  ['Authorized', 500, [], 'not-now ECPAY_NOT_CLOSED'],
  ['To be captured', TOTAL, ['E 1620', 'N 1620'], TOTAL],
  ['To be captured', 500, ['R 500'], 500],
  ['Captured', TOTAL, ['R 1620'], TOTAL],
  ['Captured', 500, ['R 500'], 500],
  ['Operation canceled', TOTAL, ['N 1620'], TOTAL],
  ['Operation canceled', 500, [], 'refused ECPAY_OPERATION_CANCELED'],
  ['Canceled', TOTAL, [], TOTAL],
]

describe('a refund of a card by how its charge stands', () => {
  beforeEach(payAnew)
  afterEach(restore)

  for (const [state, amount, actions, end] of matrix) {
    test(`a charge that is ${state}, ${amount} of ${TOTAL}: ${actions.join(', then ') || end}`, async () => {
      await bringTo(state)
      const answer = await refundEcpayCard(refund(amount), MORNING).catch((error: unknown) => {
        const { kind, issue } = Object(error)
        return `${kind} ${issue}`
      })
      assert.equal(answer, typeof end === 'number' ? undefined : end)
      assert.deepEqual(sent, actions)
      if (typeof end === 'number') assert.equal(await back(), end)
    })

    for (const [index, action] of actions.entries()) {
      test(`the answer to ${action} for ${amount} of a charge that is ${state} is lost: E and N go on by its state, R is never sent twice`, async () => {
        await bringTo(state)
        await fault('lose-reply', 'card-action', { skip: index })
        await assert.rejects(refundEcpayCard(refund(amount), MORNING), { kind: 'unknown' })
        assert.deepEqual(sent, actions.slice(0, index + 1))
        // E alone gave nothing back yet; the others did.
        const isGiven = !action.startsWith('E')
        assert.equal(await returnedMoney(), isGiven ? amount : 0)
        const again = refundEcpayCard(refund(amount, { wasSent: true }), MORNING)
        if (action.startsWith('R')) {
          await assert.rejects(again, { kind: 'unclear', issue: 'ECPAY_SENT_BEFORE' })
        } else {
          await again
        }
        assert.equal(await returnedMoney(), amount)
        assert.equal(
          sent.filter((one) => one.startsWith('R')).length,
          action.startsWith('R') ? 1 : 0,
        )
      })
    }
  }
})

describe('a refund of a card', () => {
  beforeEach(payAnew)
  afterEach(restore)

  for (const amount of [TOTAL, 500]) {
    test(`nothing is sent around the daily close, ${amount} of ${TOTAL}`, async () => {
      await bringTo('Captured')
      const until = '2026-11-26T12:35:00.000Z'
      for (const time of ['12:10:00', '12:20:00', '12:34:59']) {
        const late = refundEcpayCard(refund(amount), new Date(`2026-11-26T${time}Z`))
        await assert.rejects(late, { kind: 'not-now', issue: 'ECPAY_AT_CLOSE', until })
      }
      assert.deepEqual(sent, [])
      for (const time of ['12:09:59', '12:35:00']) {
        await refundEcpayCard(refund(amount / 2), new Date(`2026-11-26T${time}Z`))
      }
      assert.deepEqual(sent, [`R ${amount / 2}`, `R ${amount / 2}`])
    })
  }

  test('a part of an authorised charge waits for the close of its evening, and is given back after it', async () => {
    await stand.control('POST', `/cards/${reference}/state`, { closeAs: null })
    const until = '2026-11-26T12:35:00.000Z'
    await assert.rejects(refundEcpayCard(refund(500), MORNING), { kind: 'not-now', until })
    const night = new Date('2026-11-26T12:40:00Z')
    await assert.rejects(refundEcpayCard(refund(500), night), {
      until: '2026-11-27T12:35:00.000Z',
    })
    await stand.control('POST', '/clock', { at: night.toISOString() })
    await refundEcpayCard(refund(500), night)
    assert.equal(await back(), 500)
  })

  test('two parts are two refunds, and what is too much is refused', async () => {
    await bringTo('Captured')
    await refundEcpayCard(refund(500), MORNING)
    await refundEcpayCard(refund(700), MORNING)
    assert.equal(await back(), 1200)
    await assert.rejects(refundEcpayCard(refund(500), MORNING), {
      kind: 'refused',
      issue: 'ECPAY_error_amount_R',
    })
  })

  test('a balance that is too low is refused by its own words', async () => {
    await bringTo('Captured')
    await stand.control('POST', '/balance', { balance: 100 })
    const refused = { kind: 'refused', issue: 'ECPAY_error_balance' }
    await assert.rejects(refundEcpayCard(refund(500), MORNING), refused)
    await stand.control('POST', '/balance', { balance: 10_000 })
  })

  for (const [name, op, kind] of [
    ['drop', 'card-state', 'not-now'],
    ['html', 'card-state', 'not-now'],
    ['500', 'card-state', 'not-now'],
    ['drop', 'card-action', 'unknown'],
    ['html', 'card-action', 'unknown'],
  ] as const) {
    test(`${name} at ${op} gives nothing back, and is ${kind}`, async () => {
      await bringTo('Captured')
      await fault(name, op)
      await assert.rejects(refundEcpayCard(refund(500), MORNING), { kind })
      assert.equal(await returnedMoney(), 0)
    })
  }

  for (const [what, text] of [
    ['no number', 'RtnCode=1&RtnMsg='],
    ['another number', 'MerchantTradeNo=OTHER&TradeNo=1&RtnCode=1'],
    ['another payment of the number', 'MerchantTradeNo={id}&TradeNo=1&RtnCode=1'],
    ['no code', 'MerchantTradeNo={id}&TradeNo={trade}&RtnCode='],
  ] as const) {
    test(`an answer of ${what} is none: it has no signature that would bind it`, async () => {
      await bringTo('Captured')
      const filled = text.replace('{id}', reference).replace('{trade}', tradeNo)
      await fault('text', 'card-action', { text: filled })
      await assert.rejects(refundEcpayCard(refund(500), MORNING), { issue: 'UNBOUND' })
    })
  }
})

const row = (Amount: number | string) => ({
  Status: 'Captured',
  Amount,
  DateTime: '2026/11/27 10:00:00',
})

type Detail = { readonly Status: string; readonly ClsAmt: number; readonly rows: unknown }

/** Has ECPay tell of a charge what nobody can bring its stand-in to, one answer after the other; acts are done. */
function tell(...details: readonly Detail[]): void {
  let told = 0
  answerBy(async (_address, call) => {
    if (call?.body instanceof URLSearchParams) {
      const { body } = call
      sent.push(`${body.get('Action')} ${body.get('TotalAmount')}`)
      return new Response(`MerchantTradeNo=${reference}&TradeNo=${tradeNo}&RtnCode=1&RtnMsg=`)
    }
    const { Status, ClsAmt, rows } = details[Math.min(told, details.length - 1)] ?? {}
    told += 1
    const RtnValue = { TradeID: 1, Amount: TOTAL, ClsAmt, AuthTime: '', Status }
    const Data = encryptData({ RtnMsg: '', RtnValue, CloseData: rows }, PAYMENT)
    return Response.json({ TransCode: 1, Data })
  })
}

const completed = (): ProviderOrder => ({
  id: reference,
  status: 'completed',
  captures: [
    {
      id: tradeNo,
      status: 'completed',
      amount: TOTAL,
      currency: 'TWD',
      invoiceId: 'Order2026112610-0002',
      createTime: MORNING.toISOString(),
    },
  ],
  refunds: [],
})

const lists: readonly [
  what: string,
  detail: Detail,
  status: string,
  refunds: readonly (readonly [string, number])[],
][] = [
  [
    'a part',
    { Status: 'Captured', ClsAmt: 1120, rows: [row(TOTAL), row(-500)] },
    'partly-refunded',
    [['R1', 500]],
  ],
  [
    'two parts that are all',
    { Status: 'Captured', ClsAmt: 0, rows: [row(TOTAL), row(-500), row(-1120)] },
    'refunded',
    [
      ['R1', 500],
      ['R2', 1120],
    ],
  ],
  [
    'amounts as text',
    { Status: 'Captured', ClsAmt: 1120, rows: [row('1620'), row('-500')] },
    'partly-refunded',
    [['R1', 500]],
  ],
  [
    'a row of nothing',
    { Status: 'Captured', ClsAmt: TOTAL, rows: [row(TOTAL), row(0)] },
    'completed',
    [],
  ],
  ['no rows', { Status: 'Captured', ClsAmt: 0, rows: {} }, 'completed', []],
  [
    'a charge that is being closed',
    { Status: 'To be captured', ClsAmt: 0, rows: [row(TOTAL)] },
    'completed',
    [],
  ],
  [
    'less closed than was taken, without a row',
    { Status: 'Captured', ClsAmt: 1120, rows: [row(TOTAL)] },
    'partly-refunded',
    [],
  ],
  [
    'an amount that is no number',
    { Status: 'Captured', ClsAmt: TOTAL, rows: [row(TOTAL), row('NT$-500')] },
    'partly-refunded',
    [],
  ],
]

test('whether ECPay tells how charges stand is known by a charge that cannot be; other keys and silence are no answer', async () => {
  await probeEcpayRefunds(stand.payments())
  const wrong = { ...stand.payments(), iv: 'another-iv-12345' }
  await assert.rejects(probeEcpayRefunds(wrong), { issue: 'UNSEALED' })
  const nobody = { ...stand.payments(), codeBase: 'http://127.0.0.1:1' }
  await assert.rejects(probeEcpayRefunds(nobody), { kind: 'unknown' })
})

describe("what ECPay's list tells of refunds", () => {
  beforeEach(payAnew)
  afterEach(restore)

  for (const [what, detail, status, refunds] of lists) {
    test(what, async () => {
      tell(detail)
      const seen = await withEcpayRefunds(completed())
      assert.equal(seen.captures[0]?.status, status)
      const listed = seen.refunds.map(({ id, amount }) => [id.replace(`${tradeNo}-`, ''), amount])
      assert.deepEqual(listed, refunds)
    })
  }

  test('a payment that holds no money is not asked about', async () => {
    const { captures, ...order } = completed()
    const open = {
      ...order,
      captures: captures.map((capture) => ({ ...capture, status: 'declined' as const })),
    }
    answerBy(() => assert.fail('asked'))
    assert.equal(await withEcpayRefunds(open), open)
  })

  test('a charge that E did not take out is not given up, and its outcome is unknown', async () => {
    tell({ Status: 'To be captured', ClsAmt: 0, rows: [row(TOTAL)] })
    const refused = { kind: 'unknown', issue: 'STILL_TO_BE_CAPTURED' }
    await assert.rejects(refundEcpayCard(refund(TOTAL), MORNING), refused)
    assert.deepEqual(sent, [`E ${TOTAL}`])
  })

  test('the minute after a close is of the next day', async () => {
    tell({ Status: 'Authorized', ClsAmt: 0, rows: {} })
    const until = '2026-11-27T12:35:00.000Z'
    const after = new Date('2026-11-26T12:35:00.000Z')
    await assert.rejects(refundEcpayCard(refund(500), after), { kind: 'not-now', until })
  })

  test('a charge of which ECPay says what nobody knows is reported, and left to the owner', async (t) => {
    const printed = t.mock.method(console, 'error', () => {})
    tell({ Status: 'Something else', ClsAmt: 0, rows: {} })
    await assert.rejects(refundEcpayCard(refund(500), MORNING), { kind: 'unclear' })
    assert.equal(printed.mock.callCount(), 1)
    tell({ Status: 'Unauthorized', ClsAmt: 0, rows: {} })
    await assert.rejects(refundEcpayCard(refund(500), MORNING), { kind: 'refused' })
    assert.equal(printed.mock.callCount(), 1)
    assert.deepEqual(sent, [])
  })
})
