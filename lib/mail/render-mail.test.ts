import assert from 'node:assert/strict'
import { test } from 'node:test'

import { readTrade } from '#lib/adapters/markdown/trade-file.ts'
import { EMPTY_RECIPIENT } from '#lib/delivery/recipient.ts'
import { makeAttempt, makeOrder, makePayment } from '#lib/payment/orders.fixture.ts'
import { orderValues } from './order-mails.ts'
import { MAIL_KINDS, type MailKind, type MailValues, placeholdersOf } from './placeholders.ts'
import { readTemplates, renderMail } from './render-mail.ts'

const SITE = 'https://ourtee.example'
const trade = {
  ...readTrade('e2e/fixtures/content'),
  representative: '林小芳',
  address: '臺北市中正區忠孝東路 1 號',
  phone: '02-2345-6789',
  sender: { name: '', phone: '', zipcode: '', address: '' },
}
const templates = await readTemplates('e2e/fixtures/content')

const recipient = {
  ...makeOrder().recipient,
  lastName: '王',
  firstName: '小明',
  zipcode: '100',
  city: '臺北市',
  area: '中正區',
  address: '忠孝東路 1 號',
  phone: '0912345678',
}
const order = makeOrder({
  recipient,
  items: [
    {
      id: 'otr-001',
      title: '旅見 T 恤',
      size: 'M',
      color: '白色',
      quantity: 2,
      price: 1540,
      image: '',
      preorder: { shipsAbout: '2027-03-31' },
    },
  ],
})

const CARRIER = 'https://carrier.example/track'
const METHODS = ['paypal', 'card'] as const
const OF_THE_SHOP =
  /_url$|^(?:seller|return)_(?!units|reason|answer|contact)|^(?:free_)?delivery_|^free_delivery$|^(?:brand|most_pieces|company|contact_email|support_hours|payment_ways|provider)$/

// Every placeholder of a kind says its own name, but for those of the shop and the order.
function valuesFor(kind: MailKind): MailValues {
  const own = [...placeholdersOf(kind)].filter((name) => !OF_THE_SHOP.test(name))
  const named = Object.fromEntries(own.map((name) => [name, `《${name}》`]))
  const known = {
    paid_at: '2026年11月21日 10:09',
    method: 'PayPal',
    tracking_url: CARRIER,
    number_url: CARRIER,
  }
  return { ...named, ...orderValues(order), ...known }
}

function render(kind: MailKind, values: MailValues = valuesFor(kind)) {
  return renderMail({ kind, order: 'doc-1', values }, templates, {
    site: SITE,
    trade,
    methods: METHODS,
  })
}

for (const kind of MAIL_KINDS) {
  test(`${kind}: text and HTML say the same, nothing is loaded, and links lead to the shop or the carrier`, () => {
    const { subject, text, html } = render(kind)
    assert.doesNotMatch(subject + text + html, /[{}](?![^<]*<\/style>)/)
    assert.doesNotMatch(html, /<(?:img|script|link|iframe)|url\(|@import/i)
    const links = [...html.matchAll(/href="([^"]+)"/g)].map(([, to]) => to ?? '')
    for (const link of links) {
      assert.ok(link.startsWith(`${SITE}/`) || link === CARRIER, link)
      assert.ok(text.includes(link), link)
    }
    const words = html
      .replace(/<head>.*<\/head>/s, '')
      .replaceAll(/<[^>]+>/g, ' ')
      .split(/\s+/)
      .filter((word) => word !== '' && !'OURTEE 共衣'.includes(word))
    for (const word of words) assert.ok(text.includes(word), word)
  })
}

test('the confirmation carries what a distance contract must tell, to be kept', () => {
  for (const kind of ['placed', 'paid'] as const) {
    const { text } = render(kind)
    const must = [
      '共衣創作股份有限公司',
      '22099131',
      '林小芳',
      '02-2345-6789',
      'hello@ourtee.example',
      'NT$3,080',
      '旅見 T 恤（白色・M）× 2：NT$3,080，預購・預計 2027年3月31日前後出貨',
      '宅配到府，100 臺北市中正區忠孝東路 1 號，',
      '信用卡或 PayPal',
      '次日起 7 天內',
      '7 個工作天內退款',
      '1950',
      '週一至週五 09:00–18:00',
    ]
    assert.deepEqual(
      must.filter((label) => !text.includes(label)),
      [],
      kind,
    )
  }
})

test('a link that is a line of its own is a button, one within a sentence is not', () => {
  const { html } = render('placed')
  const buttons = [...html.matchAll(/<p class="button"><a href="([^"]+)">([^<]+)<\/a><\/p>/g)]
  assert.deepEqual(
    buttons.map(([, , words]) => words),
    ['前往付款'],
  )
  assert.match(html, /或到<a href/)
})

test('a mail names the recipient with the middle of the phone number covered', () => {
  const { delivery = '' } = orderValues(order)
  assert.ok(delivery.endsWith(`，王小明 0912***678`))
  const handedOver = { ...order, recipient: EMPTY_RECIPIENT }
  assert.equal(orderValues(handedOver).delivery, '')
})

test('only what is still awaited promises a day', () => {
  const lines = (overrides: Parameters<typeof makeOrder>[0]) =>
    orderValues({ ...order, ...overrides }).lines
  assert.match(lines({ status: '已付款' }) ?? '', /預計 2027/)
  for (const status of ['已出貨', '已完成', '已取消'] as const) {
    assert.doesNotMatch(lines({ status }) ?? '', /預計/)
  }
  const attempts = [makeAttempt({ state: 'captured', captureId: 'C1' })]
  const payment = makePayment(attempts, { refundedAmount: order.totalAmount })
  assert.doesNotMatch(lines({ status: '已付款', payment }) ?? '', /預計/)
})

test("a mail to the owner leads to the owner's page, and one to a shopper never does", () => {
  for (const kind of MAIL_KINDS) {
    const isOwners = kind.startsWith('owner-')
    assert.equal(render(kind).html.includes(`${SITE}/owner/order/doc-1`), isOwners, kind)
  }
  const { text } = renderMail({ kind: 'owner-sweep', values: {} }, templates, {
    site: SITE,
    trade,
    methods: METHODS,
  })
  assert.match(text, /https:\/\/ourtee\.example\/owner$/m)
})

test('a line whose facts are not known is left out', () => {
  const values = { ...valuesFor('shipped'), tracking_url: '' }
  assert.doesNotMatch(render('shipped', values).text, /查詢/)
  assert.match(render('shipped').text, /到物流公司的網頁查詢：/)
})

test('facts that the owner has not filled in yet are left out of the confirmation', () => {
  const bare = renderMail({ kind: 'paid', order: 'doc-1', values: valuesFor('paid') }, templates, {
    site: SITE,
    trade: { ...trade, tax_id: '', representative: '' },
    methods: METHODS,
  })
  assert.doesNotMatch(bare.text, /統一編號|代表人/)
})

test("a stranger's words are text: neither a link, nor a heading, nor HTML", () => {
  const name = '[免費](https://evil.example) # <b>x</b> {total} www.evil.example'
  const values = orderValues(
    makeOrder({ recipient: { ...recipient, lastName: '', firstName: name } }),
  )
  const { html, text } = render('placed', values)
  assert.ok(
    html.includes('[免費](https: //evil. example) # &#x3C;b>x&#x3C;/b> {total} www. evil. example'),
  )
  assert.doesNotMatch(html, /href="[^"]*evil/)
  assert.match(text, /^\[免費\]/)
})

test('a subject is one line, whatever is in it', () => {
  const values = { ...valuesFor('placed'), order_number: 'A\r\nBcc: eve@example.com' }
  assert.equal(render('placed', values).subject, '訂單已成立，請完成付款，A Bcc: eve@example.com')
})

test('goods come back to where parcels are sent from, and to the company where nobody sends any', () => {
  const sent = { name: '陳大明', phone: '0911222333', zipcode: '100', address: '臺北市中正區 9 號' }
  const text = (one: typeof trade) =>
    renderMail(
      { kind: 'return-accepted', order: 'doc-1', values: valuesFor('return-accepted') },
      templates,
      { site: SITE, trade: one, methods: METHODS },
    ).text
  assert.match(text({ ...trade, sender: sent }), /寄回地址：100 臺北市中正區 9 號，陳大明 收/)
  assert.match(text(trade), /寄回地址：臺北市中正區忠孝東路 1 號，共衣創作股份有限公司 收/)
  assert.doesNotMatch(text({ ...trade, address: '' }), /寄回地址/)
})

for (const [method, provider, way, arrival] of [
  ['atm', 'ecpay-code', '以轉帳退到您填的退款帳戶', '依銀行的作業'],
  ['cvs', 'ecpay-code', '以轉帳退到您填的退款帳戶', '依銀行的作業'],
  ['ecpay-card', 'ecpay', '循原付款方式退回', '依綠界科技與發卡銀行的作業'],
  ['paypal', 'paypal', '循原付款方式退回', '依 PayPal 與發卡銀行的作業'],
] as const) {
  test(`mails say where the money of ${method} goes back to, and who pays it out`, () => {
    const captured = makeAttempt({ method, provider, state: 'captured', captureId: 'C1' })
    const payment = makePayment([captured], { method, captureId: 'C1' })
    const paid = orderValues({ ...order, status: '已付款', payment })
    for (const kind of ['refunded', 'cancel-requested', 'order-changed'] as const) {
      const { text } = render(kind, { ...valuesFor(kind), ...paid })
      assert.ok(text.includes(way), text)
      assert.equal(text.includes(arrival), kind === 'refunded', text)
    }
  })
}
