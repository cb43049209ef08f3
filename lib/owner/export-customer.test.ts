import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'

import { documentOf } from '#lib/order/apply.ts'
import { newEvent } from '#lib/order/events.ts'
import { after, makeOrder } from '#lib/payment/orders.fixture.ts'
import { copySections } from './copy-sections.ts'
import { exportCustomer, readCopy } from './export-customer.ts'
import { shopInMemory } from './find-customer.fixture.ts'
import { BEGINNINGS, live } from './lived-order.fixture.ts'

const NOW = new Date('2027-01-10T00:00:00Z')
const ADA = { uid: 'ada-0123456789-0123456789', email: 'ada@example.com', displayName: '小島' }
const STAFF = 'packer@example.com'

const recipient = {
  firstName: '小明',
  lastName: '王',
  phone: '0912-345-678',
  email: 'gift@example.com',
  zipcode: '106',
  city: '臺北市',
  area: '大安區',
  address: '和平東路一段 7 號',
  store: '131386 復興南門市',
  pickupName: '王曉明',
  note: '請放 <b>管理室</b>\n謝謝',
}

const profile = { ...recipient, phone: '0987-654-321', address: '仁愛路 1 號' }

/** An order that was returned, as its buyer's uid has it, with what people of the shop did. */
function lived() {
  const { order } = live(BEGINNINGS[1] ?? [])
  const shop = { ...after(90, 'owner'), who: STAFF }
  const history = [
    ...order.history,
    newEvent('note.added', {}, { ...shop, reason: '難纏的客人' }),
    newEvent('order.completed', {}, shop),
  ]
  return { ...order, id: 'lived', uid: ADA.uid, email: ADA.email, recipient, history }
}

function shopOf(t: TestContext) {
  const at = '2027-01-09T00:00:00.000Z'
  const kept = { email: ADA.email, keyHash: 'k3yh4sh', createdAt: at }
  return shopInMemory(t, {
    users: [ADA],
    documents: {
      [`users/${ADA.uid}`]: { ...ADA, phone: '02-2345-6789', profile, createdAt: at },
      [`order_limits/${ADA.uid}`]: { recent: [at] },
      'orders/lived': documentOf(lived()),
      'orders/present': documentOf(
        makeOrder({
          id: 'present',
          uid: 'bob',
          email: 'bob@example.com',
          recipient: { ...recipient, email: ADA.email, store: '送她的門市' },
        }),
      ),
      'sessions/one': {
        uid: ADA.uid,
        authTime: 1_799_000_000,
        device: 'LINE・iPhone',
        lastSeenAt: at,
      },
      'outbox/one': {
        event: 'paid',
        kind: 'paid',
        order: 'lived',
        number: lived().orderNumber,
        to: { address: ADA.email, name: '小島' },
        values: { carrier: '信裡的字' },
        state: 'sent',
        attempts: 1,
        unanswered: 0,
        createdAt: at,
        sentAt: at,
      },
      [`data_requests/${ADA.uid}-export`]: {
        uid: ADA.uid,
        email: ADA.email,
        kind: 'export',
        requestedAt: at,
      },
      [`applications/${'a'.repeat(32)}`]: {
        ...kept,
        name: '阿晴',
        link: 'https://studio.example/works',
        words: '一片海',
      },
      [`stock_alerts/${'a'.repeat(32)}`]: { ...kept, product: 'shirt', size: 'M' },
      [`halves/${'a'.repeat(32)}`]: {
        ...kept,
        uid: ADA.uid,
        motif: 'ridge',
        strokes: [{ points: [308, 151, 400, 160] }],
        name: '畫山的人',
        drawing: '',
        state: 'waiting',
        changedAt: at,
      },
    },
  })
}

async function exportAs(form: 'page' | 'json'): Promise<string> {
  return (await exportCustomer(ADA.uid, NOW, form))?.file ?? ''
}

const escaped = (text: string) => text.replaceAll('<', '&lt;').replaceAll('>', '&gt;')

test('a copy to read says in Chinese all that the file of data says about a person', async (t) => {
  const shop = shopOf(t)
  const page = await exportAs('page')
  const { returns = [], items, orderNumber, shipment } = lived()
  const typed = [
    ...Object.values(recipient),
    ...Object.values(profile),
    ...returns.flatMap(({ reason, contact }) => [reason, contact]),
    ...items.map(({ title }) => title),
    ADA.uid,
    ADA.email,
    '小島',
    '02-2345-6789',
    orderNumber,
    shipment?.trackingNumber ?? '?',
    'LINE・iPhone',
    '付款完成',
    '信裡的字',
    '索取資料複本',
    '阿晴',
    '一片海',
    'https://studio.example/works',
    'shirt M',
    '畫山的人',
    '308,151 400,160',
    '送她的門市',
  ]
  for (const text of typed) {
    assert.ok(page.includes(escaped(text)), text)
  }
  assert.match(
    page,
    /<html lang="zh-Hant[^]*<meta charset="utf-8">[^]*<dt>收件人<\/dt><dd>王小明<\/dd>/,
  )
  // Nothing that somebody typed becomes markup, and nothing is loaded from anywhere.
  assert.doesNotMatch(page, /<b>|<script|<link|<img|src=|url\(/)
  // It answers the request as the file of data does.
  assert.equal(shop.documents.has(`data_requests/${ADA.uid}-export`), false)
})

test('each kind of thing that is kept has its section, and what is not kept has none', async (t) => {
  shopOf(t)
  const copy = await readCopy(ADA.uid, NOW)
  assert.ok(copy)
  const titles = copySections(copy).map(({ title }) => title)
  assert.deepEqual(titles, [
    '帳號',
    '預設收件資料',
    '訂單',
    '別人寄給您的訂單',
    '和訂單有關的信',
    '共創來信',
    '貨到通知',
    '送出的另一半',
    '您提出的資料請求',
    '登入紀錄',
    '防止濫用的紀錄',
  ])
  const bare = { orders: [], namedOn: [], mails: [], sessions: [], documents: {}, requests: [] }
  const forms = { applications: [], stockAlerts: [], halves: [] }
  const left = copySections({ ...copy, ...bare, ...forms }).map(({ title }) => title)
  assert.deepEqual(left, ['帳號'])
})

for (const form of ['page', 'json'] as const) {
  test(`a copy as ${form} holds nothing of who serves the shop, nor what they noted for themselves`, async (t) => {
    shopOf(t)
    const file = await exportAs(form)
    for (const text of [STAFF, '難纏的客人', 'bob@example.com']) {
      assert.equal(file.includes(text), false, text)
    }
    assert.ok(file.includes(form === 'page' ? '店主' : '"by": "owner"'))
  })
}
