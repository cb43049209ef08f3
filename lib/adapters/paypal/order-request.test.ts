import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EMPTY_RECIPIENT } from '../../delivery/recipient.ts'
import type { OrderToPay } from '../../order/payment/provider.ts'
import { orderRequest, readWhole, type DateRange, StretchTooFull } from './order-request.ts'

const RECIPIENT = {
  ...EMPTY_RECIPIENT,
  firstName: '小明',
  lastName: '王',
  phone: '0912345678',
  email: 'ming@example.com',
  zipcode: '100',
  city: '臺北市',
  area: '中正區',
  address: '重慶南路一段 122 號',
}
const ORDER: OrderToPay = {
  id: 'doc-1',
  orderNumber: 'Order2026112110-0001',
  attempt: 1,
  totalAmount: 3080,
  pieces: 2,
  recipient: RECIPIENT,
  method: 'paypal',
  returnUrl: 'https://ourtee.example/checkout/paypal/doc-1',
  cancelUrl: 'https://ourtee.example/checkout/paypal/doc-1',
}
const PAYER = {
  emailAddress: 'ming@example.com',
  name: { givenName: '小明', surname: '王' },
  address: {
    addressLine1: '重慶南路一段 122 號',
    adminArea2: '中正區',
    adminArea1: '臺北市',
    postalCode: '100',
    countryCode: 'TW',
  },
}

for (const method of ['paypal', 'card'] as const) {
  test(`by ${method} the whole amount is asked for in TWD, with the order's number (rule 294)`, () => {
    assert.deepEqual(orderRequest({ ...ORDER, method }).purchaseUnits, [
      {
        referenceId: 'default',
        description: 'OURTEE Order2026112110-0001',
        customId: 'doc-1',
        invoiceId: 'Order2026112110-0001',
        amount: { currencyCode: 'TWD', value: '3080' },
      },
    ])
  })

  test(`by ${method} the payer has the recipient's name, e-mail and address in Taiwan (rule 295)`, () => {
    const { paymentSource, payer } = orderRequest({ ...ORDER, method })
    assert.partialDeepStrictEqual(method === 'paypal' ? paymentSource?.paypal : payer, PAYER)
  })

  test(`by ${method} PayPal asks for no shipping address (rule 294)`, () => {
    const { paymentSource, applicationContext } = orderRequest({ ...ORDER, method })
    const context = paymentSource?.paypal?.experienceContext ?? applicationContext
    assert.equal(context?.shippingPreference, 'NO_SHIPPING')
  })
}

test('empty fields of a recipient are left out, and so is an e-mail that PayPal would refuse', () => {
  const recipient = { ...EMPTY_RECIPIENT, lastName: '王', email: '王芳@例子.tw' }
  const { payer } = orderRequest({ ...ORDER, method: 'card', recipient })
  assert.deepEqual(payer, { name: { surname: '王' } })
})

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
