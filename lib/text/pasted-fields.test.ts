import assert from 'node:assert/strict'
import { test } from 'node:test'

import { matchesSearch, searchText } from '#lib/blog/article-search.ts'
import { movedSchema, oldAddress } from '#lib/content/moved.ts'
import { typedCode } from '#lib/discount/code-form.ts'
import { readInvoiceNumber } from '#lib/invoice/invoice-number.ts'
import { matchesSearch as matchesOrder } from '#lib/order/order-list.ts'
import { searchedNumber, readOrderNumber } from '#lib/order/order-number.ts'
import { item } from '#lib/order/placement.fixture.ts'
import { phoneDigits, searchKey, searchedKeys } from '#lib/order/search-keys.ts'
import { readCustomer } from '#lib/owner/customer.ts'
import { readPastedParcels } from '#lib/owner/pasted-parcels.ts'
import { typedAmount } from '#lib/owner/sale-form.ts'
import { makeOrder } from '#lib/payment/orders.fixture.ts'
import { readRefundAccount } from '#lib/payment/refund/bank-account.ts'
import { safeRedirect } from '#lib/routes/paths.ts'
import { typedCarrier, typedDigits, typedEmail, typedPhone, typedPlace } from './plain-text.ts'

const UNSEEN = ['\u200b', '\u200e', '\u2060', '\ufeff', '\u00ad', '\ufe0f', '\u180e']

const wide = (text: string) =>
  text.replaceAll(/[!-~]/g, (sign) => String.fromCodePoint((sign.codePointAt(0) ?? 0) + 0xfee0))

const fields: readonly [name: string, read: (text: string) => unknown, text: string][] = [
  ['a discount code', typedCode, 'SUMMER-10'],
  ['an e-mail', typedEmail, 'fang@example.com'],
  ['a telephone', typedPhone, '0912345678'],
  ['a tax id', typedDigits, '22099131'],
  ['a barcode', typedCarrier, '/ABC+123'],
  ['an order number', readOrderNumber, 'Order2026112610-0001'],
  ['an order number in the member’s search', searchedNumber, 'Order2026112610-0001'],
  ['an invoice number', readInvoiceNumber, 'AB12345678'],
  ['a customer', readCustomer, 'fang@example.com'],
  ['a customer’s id', readCustomer, 'jiPxSwxjyvCYXfXN9LiNPXsxWNTs'],
  ['a telephone in the search', phoneDigits, '0912345678'],
  ['words in the search', searchKey, 'Fang'],
  ['the keys of a search', searchedKeys, '0912345678'],
  ['an amount', typedAmount, '1280'],
  [
    'an account for a refund',
    (account) => readRefundAccount({ bank: '822', account, holder: '方小晴' }),
    '987654321098',
  ],
  [
    'a parcel',
    (text) => readPastedParcels(text, '郵局'),
    'Order2026112610-0001,12345678901234567890',
  ],
]

for (const [name, read, text] of fields) {
  test(`${name} is the same with signs that nobody sees, and in full width`, () => {
    const meant = read(text)
    assert.notEqual(meant, undefined)
    for (const sign of UNSEEN) {
      const middle = Math.floor(text.length / 2)
      const pasted = `${sign}${text.slice(0, middle)}${sign}${text.slice(middle)}${sign}`
      assert.deepEqual(read(pasted), meant, JSON.stringify(pasted))
    }
    assert.deepEqual(read(wide(text)), meant)
  })
}

test('radicals of a PDF find what their characters find', () => {
  assert.equal(searchKey('⽅⼩晴'), searchKey('方小晴'))
  assert.equal(typedPlace('⻄屯區'), '西屯區')
  const article = searchText({ title: '長青的衣服', excerpt: '', tags: [] })
  assert.ok(matchesSearch(article, '⻑⻘\u200b'))
})

test('a member finds an order by a pasted title or number', () => {
  const order = makeOrder({ items: [item(1, { id: 'otr-001', title: '晴天' })] })
  for (const search of ['晴\u200b天', 'ＯＴＲ－００１', '\ufeff' + order.orderNumber.slice(5)]) {
    assert.ok(matchesOrder(order, search), search)
  }
})

test('an address that leads back, and an old address, lose what nobody sees', () => {
  assert.equal(safeRedirect('/checkout\u200b'), '/checkout')
  assert.equal(safeRedirect('\ufeff/account/order '), '/account/order')
  assert.equal(safeRedirect('/\u200b/evil.example'), '/account')
  const { moved } = movedSchema.parse({
    moved: [{ from: 'https://old.example/\u200bproducts/1', to: '\ufeff/shop' }],
  })
  assert.deepEqual(
    moved.map(({ from, to }) => [oldAddress(from)?.path, to]),
    [['/products/1', '/shop']],
  )
})
