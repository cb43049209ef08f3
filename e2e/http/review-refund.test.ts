import { randomUUID } from 'node:crypto'
import { test } from 'node:test'

import { idToken } from '../support/accounts.ts'
import { callAction } from '../support/actions.ts'
import { addresses } from '../support/addresses.ts'
import { database, storedDocument } from '../support/database.ts'
import { expect } from '../support/expect.ts'
import { newOwner } from '../support/owners.ts'
import { paypalControl } from '../support/paypal-control.ts'
import { sell } from '../support/sales.ts'

test('money of an order under review is refunded from the shop, once, and the review ends (rule 329)', async () => {
  const owner = await newOwner()
  const { id } = await sell()
  const review = { reason: 'amount', at: new Date().toISOString() }
  await database()
    .doc(`orders/${id}`)
    .update({ status: '待付款', 'payment.state': 'review', 'payment.review': review })
  const press = async (proof: string) => {
    const key = randomUUID()
    const fields = { orderId: id, capture: 'all', left: '3080', reason: '重複付款', key, proof }
    const call = { page: `/owner/order/${id}`, session: owner.session, args: [fields] }
    return (await callAction('refundReviewAction', call)).result
  }
  expect(await press('a.b.c')).toEqual({ ok: false, code: 'refused' })
  const proof = await idToken(owner)
  expect(await press(proof)).toEqual({ ok: true, data: { amount: 3080, state: 'done' } })
  expect(await press(proof)).toMatchObject({ ok: false })

  const [atPaypal] = await paypalControl(addresses().paypal).orders(id)
  expect(atPaypal?.captures).toMatchObject([{ status: 'REFUNDED' }])
  const order = await storedDocument(`orders/${id}`)
  expect(order).toMatchObject({ payment: { state: 'refunded', refundedAmount: 3080 } })
  expect(order.history).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ type: 'refund.requested', who: owner.email, note: '重複付款' }),
      expect.objectContaining({
        type: 'review.closed',
        data: expect.objectContaining({ end: 'refunded' }),
      }),
    ]),
  )
})
