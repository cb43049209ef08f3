import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { makeOrder } from '#lib/payment/orders.fixture.ts'
import { erasePerson } from './erase-person.ts'
import { orderFieldsSchema } from './order.ts'

describe('an order whose person is erased', () => {
  for (const extent of ['kept', 'erased'] as const) {
    it(`keeps no field that nobody decided to keep (${extent})`, () => {
      const order = Object.assign(makeOrder(), { giftMessage: 'for Ada, love Tom' })
      assert.equal(Object.hasOwn(erasePerson(order, extent), 'giftMessage'), false)
    })

    it(`keeps each field of a sale that the schema knows (${extent})`, () => {
      const fields = Object.keys(orderFieldsSchema.shape)
      const order = makeOrder()
      for (const field of fields) if (!Object.hasOwn(order, field)) Reflect.set(order, field, [])
      const kept = Object.keys(erasePerson(order, extent))
      assert.deepEqual(
        fields.filter((field) => !kept.includes(field)),
        // What somebody drew is no part of the sale.
        ['half'],
        'a new field of an order: name it in erase-person.ts, or here as one that goes',
      )
    })
  }

  it('names nobody any more', () => {
    const erased = erasePerson(makeOrder(), 'erased')
    assert.deepEqual([erased.uid, erased.email, erased.recipient.lastName], ['', '', ''])
  })
})
