import './hooks.ts'

import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'

import { EMPTY_RECIPIENT } from '#lib/delivery/recipient.ts'
import { unitsField, priceField } from '#lib/owner/sale-form.ts'
import { minute } from '#lib/payment/orders.fixture.ts'
import { makeOffer } from '#lib/price/price-cart.fixture.ts'
import { makeProduct } from '#lib/product/product.fixture.ts'
import { newWorld, storedOrder, world } from './world.ts'

const { createManualOrder, createManualSale } = await import('#lib/owner/create-manual-order.ts')
const { recordManualRefund } = await import('#lib/owner/record-manual-refund.ts')

const context = { by: '林店主', at: minute(20) }
const UNITS = unitsField('shirt', '白色', 'M')
const recipient = {
  ...EMPTY_RECIPIENT,
  lastName: '王',
  firstName: '小明',
  phone: '0912345678',
  email: 'ming@example.com',
  zipcode: '110',
  city: '臺北市',
  area: '信義區',
  address: '市府路 1 號',
}

type Typed = Parameters<typeof createManualOrder>[0]

const typed = (fields: Typed['fields'] = {}, overrides: Partial<Typed> = {}): Typed => ({
  key: 'form',
  place: 'market',
  paidBy: 'cash',
  delivery: 'handed-over',
  recipient: EMPTY_RECIPIENT,
  reason: '',
  offers: [],
  fields: { [UNITS]: '2', ...fields },
  context,
  ...overrides,
})

async function sold(fields: Typed['fields'] = {}, overrides: Partial<Typed> = {}) {
  const answer = await createManualOrder(typed(fields, overrides))
  assert.ok(answer.ok, JSON.stringify(answer))
  return answer.data
}

async function reasonOf(overrides: Partial<Typed>): Promise<string | undefined> {
  const { history } = await sold({}, { ...overrides, key: crypto.randomUUID() })
  return history.find(({ type }) => type === 'order.placed')?.note
}

function begin(): void {
  newWorld()
  world.products = [makeProduct(), makeProduct({ id: 'cap' })]
}

describe('a manual order', () => {
  beforeEach(begin)

  test('a sale at a market costs what its units cost, without delivery, and goes nowhere', async () => {
    const order = await sold()
    assert.deepEqual([order.totalAmount, order.status], [1000, '已完成'])
    assert.deepEqual([order.shippingMethod, order.cancelRights], ['home', undefined])
    assert.deepEqual(order.manualSale, { place: 'market', paidBy: 'cash', refunds: [] })
    assert.deepEqual(storedOrder(order.id), order)
    assert.ok(world.logged.includes('manual-order-created'))
  })

  test('one that is sent costs delivery and goes where its recipient is', async () => {
    const order = await sold({}, { delivery: 'home', recipient })
    assert.deepEqual(
      [order.totalAmount, order.status, order.recipient.address],
      [1080, '已付款', '市府路 1 號'],
    )
    const unlisted = { ...recipient, area: '無此區' }
    const sent = { key: 'other', delivery: 'home', recipient: unlisted } as const
    const refused = await createManualOrder(typed({}, sent))
    assert.ok(!refused.ok && refused.code === 'place-unlisted')
    assert.equal((await createManualOrder(typed({}, { ...sent, placeConfirmed: true }))).ok, true)
  })

  test('the same form again is the first order, whatever was changed since', async () => {
    const first = await sold()
    world.products = [makeProduct({ stock: 0 })]
    assert.deepEqual(await sold({ [UNITS]: '5' }), first)
    assert.equal(world.orders.size, 1)
  })

  for (const [what, price, stored] of [
    ['the usual one', '', { price: 500 }],
    ['a lower one', '450', { price: 450, usualPrice: 500 }],
    ['a higher one', '600', { price: 600 }],
  ] as const) {
    test(`a unit costs ${what} in this sale alone`, async () => {
      const { items, totalAmount } = await sold({ [priceField('shirt')]: price })
      const [item] = items
      const { usualPrice, price: cost } = item ?? {}
      assert.deepEqual(
        usualPrice === undefined ? { price: cost } : { price: cost, usualPrice },
        stored,
      )
      assert.equal(totalAmount, 2 * stored.price)
    })
  }

  test('goods on sale keep the price that is struck through, unless more is paid', async () => {
    world.products = [makeProduct({ price: 400, sale: { usualPrice: 500, until: '2099-01-01' } })]
    assert.equal((await sold({ [priceField('shirt')]: '450' })).items[0]?.usualPrice, 500)
    const dear = await sold({ [priceField('shirt')]: '500' }, { key: 'dear' })
    assert.equal(dear.items[0]?.usualPrice, undefined)
  })

  for (const [what, fields, overrides, code, detail] of [
    ['goods that are not sold', { [UNITS]: '1' }, {}, 'unknown-product', '晴天'],
    ['a price that is none', { [priceField('shirt')]: '百' }, {}, 'wrong-price', undefined],
    [
      'a price that is none, of goods that nobody takes',
      { [priceField('cap')]: '百' },
      {},
      'wrong-price',
      undefined,
    ],
    ['a price of nothing', { [priceField('shirt')]: '0' }, {}, 'wrong-price', undefined],
    ['a reduction that is none', { reduction: '一百' }, {}, 'wrong-price', undefined],
    ['another sum than was shown', {}, { displayedTotal: 999 }, 'total-differs', 'NT$1,000。'],
    [
      'a tax id that is none',
      { invoiceKind: 'company', taxId: '1' },
      {},
      'wrong-invoice',
      undefined,
    ],
    ['nothing chosen', { [UNITS]: '' }, {}, 'nothing-chosen', undefined],
  ] as const) {
    test(`a manual order with ${what} is refused as ${code}, and nothing is stored`, async () => {
      if (code === 'unknown-product') world.products = [makeProduct({ stock: 0 })]
      const answer = await createManualOrder(typed(fields, overrides))
      assert.ok(!answer.ok, 'taken')
      assert.deepEqual([answer.code, answer.detail], [code, detail])
      assert.equal(world.orders.size, 0)
      if (code === 'wrong-invoice')
        assert.deepEqual(Object.keys(answer.fields ?? {}), ['taxId', 'company'])
    })
  }
})

describe('the money of a manual order', () => {
  beforeEach(begin)

  test('the sum that was shown is stored, with the reduction and its reason', async () => {
    const reduced = { reduction: '101', reductionReason: '瑕疵品' }
    const order = await sold(reduced, { displayedTotal: 899 })
    assert.equal(order.totalAmount, 899)
    assert.deepEqual(order.reductions, [{ kind: 'hand', name: '瑕疵品', goods: 101, delivery: 0 }])
  })

  test('the offers of the shop are in the sum that is shown and stored, unless the owner takes none', async () => {
    const offers = [makeOffer()]
    const order = await sold({}, { offers, displayedTotal: 900 })
    assert.equal(order.totalAmount, 900)
    assert.deepEqual(order.reductions, [
      { kind: 'offer', name: '兩件一起', goods: 100, delivery: 0 },
    ])
    const usual = { offers, displayedTotal: 1000, key: 'usual' }
    assert.equal((await sold({ noOffers: 'yes' }, usual)).reductions, undefined)
    const own = { offers, displayedTotal: 960, key: 'own' }
    assert.equal((await sold({ [priceField('shirt')]: '480' }, own)).reductions, undefined)
  })

  test('a sale that waited for the net says when it was made, before its own reason', async () => {
    assert.equal(await reasonOf({}), undefined)
    assert.equal(await reasonOf({ reason: '熟客' }), '熟客')
    const soldAt = minute(5)
    assert.match(String(await reasonOf({ soldAt })), /^網路中斷，.* 成交$/)
    assert.match(String(await reasonOf({ soldAt, reason: '熟客' })), /^網路中斷，.* 成交；熟客$/)
  })

  test('the buyer at a market sees number and total at once; a shop without an issuer names no invoice', async () => {
    const answer = await createManualSale(typed())
    assert.ok(answer.ok)
    const { orderId, ...receipt } = answer.data
    assert.deepEqual(receipt, { orderNumber: storedOrder(orderId).orderNumber, total: 1000 })
    const refused = await createManualSale(typed({ [UNITS]: '' }, { key: 'other' }))
    assert.ok(!refused.ok && refused.code === 'nothing-chosen')
  })

  test('money that the owner hands back is recorded once a press, with its reason', async () => {
    const { id: orderId } = await sold()
    const refund = { orderId, amount: 400, key: 'press', restock: false, context }
    const silent = await recordManualRefund({ ...refund, reason: ' ' })
    assert.ok(!silent.ok && silent.code === 'no-reason')
    for (let press = 0; press < 2; press += 1) {
      assert.equal((await recordManualRefund({ ...refund, reason: '瑕疵' })).ok, true)
    }
    assert.equal(storedOrder(orderId).manualSale?.refunds.length, 1)
    const unknown = await recordManualRefund({ ...refund, orderId: 'none', reason: '瑕疵' })
    assert.ok(!unknown.ok && unknown.code === 'unknown-order')
  })
})
