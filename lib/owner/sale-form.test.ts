import assert from 'node:assert/strict'
import { test } from 'node:test'

import { makeOffer } from '#lib/price/price-cart.fixture.ts'
import {
  invoiceFieldsOf,
  invoiceIn,
  linesIn,
  unitsField,
  unitsIn,
  priceField,
  reductionIn,
  saleIn,
  sumIn,
  typedAmount,
} from './sale-form.ts'

const products = [
  { id: 'a', price: 500, colors: [{ name: '白色', value: '#fff' }] },
  { id: 'b', price: 900, colors: [{ name: '白色', value: '#fff' }] },
]
const M = unitsField('a', '白色', 'M')
const two = { delivery: 'handed-over', [M]: '2' }

const amounts: readonly (readonly [string, number | undefined])[] = [
  ['1,280', 1280],
  ['NT$１２８０', 1280],
  ['1280元', 1280],
  ['', undefined],
  ['12.5', Number.NaN],
  ['-5', Number.NaN],
]
for (const [text, amount] of amounts) {
  test(`an amount typed as "${text}" is ${amount}`, () => {
    assert.equal(typedAmount(text), amount)
  })
}

const sums: readonly (readonly [string, Record<string, string>, number])[] = [
  ['nothing yet', {}, 0],
  ['two units at hand', two, 1000],
  ['two units that are sent', { ...two, delivery: 'home' }, 1080],
  ['a market price', { ...two, [priceField('a')]: '450' }, 900],
  ['a market price of another product', { ...two, [priceField('b')]: '1' }, 1000],
  ['a reduction', { ...two, reduction: '100' }, 900],
  ['both, sent', { ...two, delivery: 'home', [priceField('a')]: '450', reduction: '50' }, 930],
  ['a price that is none', { ...two, [priceField('a')]: '四百' }, Number.NaN],
  ['units in full-width digits', { ...two, [M]: '２' }, 1000],
  ['units that are none', { ...two, [unitsField('b', '白色', 'L')]: '1.5' }, Number.NaN],
]
for (const [what, fields, sum] of sums) {
  test(`the sum shown for ${what}`, () => {
    assert.equal(sumIn(fields, products, []), sum)
  })
}

test('units are counted, and no reduction is none', () => {
  assert.equal(unitsIn({ ...two, [unitsField('b', '白色', 'L')]: '3' }, products), 5)
  assert.equal(reductionIn({ reduction: '0' }), undefined)
  assert.deepEqual(reductionIn({ reduction: '30', reductionReason: ' 瑕疵 ' }), {
    amount: 30,
    reason: '瑕疵',
  })
})

const bundle = makeOffer()
const freeOfAll = makeOffer({ title: '免運週末', gives: 'free-delivery', amount: 0, units: 0 })
const own = { [priceField('a')]: '480' }
const offered: readonly (readonly [string, Record<string, string>, number])[] = [
  ['two together at hand', two, 900],
  ['a third at its price', { ...two, [M]: '3' }, 1400],
  ['none taken', { ...two, noOffers: 'yes' }, 1000],
  ['a price of this sale', { ...two, ...own }, 960],
  [
    'a price of this sale for other goods',
    { ...two, ...own, [unitsField('b', '白色', 'M')]: '2' },
    1860,
  ],
  ['less by hand as well', { ...two, reduction: '50' }, 850],
  ['sent without a fee', { ...two, delivery: 'home' }, 900],
  ['sent without a fee at a price of this sale', { ...two, ...own, delivery: 'home' }, 960],
  ['sent without offers', { ...two, noOffers: 'yes', delivery: 'home' }, 1080],
]
for (const [what, fields, sum] of offered) {
  test(`the sum shown with the offers of the shop, ${what}`, () => {
    assert.equal(sumIn(fields, products, [bundle, freeOfAll]), sum)
  })
}

test('an offer is taken at hand where it would cost delivery if it were sent, and is named', () => {
  const coat = { id: 'c', price: 1250, colors: [{ name: '白色', value: '#fff' }] }
  const off = makeOffer({ title: '折 60', gives: 'amount', amount: 60, units: 0, minimum: 1000 })
  const one = { [unitsField('c', '白色', 'M')]: '1', reduction: '10', reductionReason: '瑕疵' }
  const atHand = saleIn({ ...one, delivery: 'handed-over' }, [coat], [off])
  assert.equal(atHand?.total, 1180)
  assert.deepEqual(atHand.reductions, [
    { kind: 'offer', name: '折 60', goods: 60, delivery: 0 },
    { kind: 'hand', name: '瑕疵', goods: 10, delivery: 0 },
  ])
  assert.equal(atHand.lines[0]?.reduction, 70)
  assert.equal(saleIn({ ...one, delivery: 'home' }, [coat], [off])?.total, 1240)
})

test('a sale has no price while one of its numbers is none', () => {
  const priced = { ...two, [priceField('a')]: '450', reduction: '百' }
  assert.equal(saleIn(priced, products, []), undefined)
})

test('each kind of invoice asks for its own fields, and paper for none', () => {
  assert.deepEqual(invoiceFieldsOf('paper'), [])
  assert.deepEqual(invoiceFieldsOf('carrier'), ['carrier'])
})

test('a sale that waited while another product came names the same goods', () => {
  const newest = { id: 'c', price: 500, colors: [{ name: '黑色', value: '#000' }] }
  const fields = { ...two, [priceField('a')]: '450' }
  assert.deepEqual(linesIn(fields, [newest, ...products]), linesIn(fields, products))
  assert.equal(sumIn(fields, [newest, ...products], []), 900)
})

const company = { invoiceKind: 'company', taxId: '０４５９５２５７', company: '示範股份有限公司' }
const invoices: readonly (readonly [Record<string, string>, unknown])[] = [
  [{}, { kind: 'email' }],
  [
    { invoiceKind: 'carrier', carrier: '／abc1234' },
    { kind: 'carrier', carrier: '/ABC1234' },
  ],
  [{ invoiceKind: 'carrier', carrier: 'ABC1234' }, ['carrier']],
  [{ invoiceKind: 'paper', carrier: '/ABC1234' }, { kind: 'paper' }],
  [company, { kind: 'company', taxId: '04595257', company: '示範股份有限公司' }],
  [
    { ...company, print: 'yes' },
    { kind: 'company', taxId: '04595257', company: '示範股份有限公司', print: true },
  ],
  [{ ...company, taxId: '04595258', company: '' }, ['taxId', 'company']],
  [
    { invoiceKind: 'donation', donation: '168001' },
    { kind: 'donation', donation: '168001' },
  ],
]
for (const [fields, invoice] of invoices) {
  test(`the invoice of ${JSON.stringify(fields)}`, () => {
    assert.deepEqual(invoiceIn(fields), invoice)
  })
}
