import assert from 'node:assert/strict'
import { test } from 'node:test'

import { EMPTY_RECIPIENT } from '../../delivery/recipient.ts'
import type { OrderToPay } from '../../order/payment/provider.ts'
import { orderRequest } from './order-request.ts'

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
