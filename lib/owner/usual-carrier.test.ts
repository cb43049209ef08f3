import assert from 'node:assert/strict'
import { test } from 'node:test'

import { EMPTY_RECIPIENT } from '#lib/delivery/recipient.ts'
import { isOtherWay, usualCarrier } from './usual-carrier.ts'

const home = { shippingMethod: 'home' as const, recipient: EMPTY_RECIPIENT }

const store = (name: string) => ({
  shippingMethod: 'store' as const,
  recipient: { ...EMPTY_RECIPIENT, store: name },
})

const orders: [string, Parameters<typeof usualCarrier>[0], string][] = [
  ['a door', home, '黑貓宅急便'],
  ['a 7-11', store('7-11 987654'), '7-11 交貨便'],
  ['a 7-ELEVEN', store('７－ＥＬＥＶＥＮ 台大門市'), '7-11 交貨便'],
  ['a FamilyMart', store('全家 士林店'), '全家店到店'],
  ['a store without a chain', store('巷口的店'), ''],
]

for (const [where, order, carrier] of orders) {
  test(`an order to ${where} is usually carried by «${carrier}»`, () => {
    assert.equal(usualCarrier(order), carrier)
    assert.equal(isOtherWay(order, carrier), where === 'a store without a chain')
  })
}

const ways: [Parameters<typeof usualCarrier>[0], string, boolean][] = [
  [store('7-11 987654'), '黑貓宅急便', true],
  [store('7-11 987654'), '全家店到店', true],
  [store('全家 士林店'), '7-11 交貨便', true],
  [home, '7-11 交貨便', true],
  [home, '新竹物流', false],
]

for (const [order, carrier, expected] of ways) {
  test(`«${carrier}» ${expected ? 'does not go' : 'goes'} to ${order.recipient.store || 'a door'}`, () => {
    assert.equal(isOtherWay(order, carrier), expected)
  })
}
