import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { requestOf, StandIn } from './stand-in.fixture.ts'

const linePay = new StandIn()
before(() => linePay.start())
after(() => linePay.close())

/** A new payment: its id, its page, and the code in that page's address. */
async function openPage(orderId: string) {
  const { info } = await linePay.post('/v4/payments/request', requestOf(orderId))
  const web = new URL(Object(info['paymentUrl']).web)
  return {
    id: String(info['transactionId']),
    web,
    reserveId: web.searchParams.values().next().value ?? '',
  }
}

async function press(
  deed: string,
  transactionReserveId: string,
  more: Record<string, string> = {},
) {
  return fetch(`${linePay.base}/web/payment/${deed}`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ transactionReserveId, ...more }),
  })
}

test('the page says what is paid, and sends the buyer back to the shop', async () => {
  const { id, web, reserveId } = await openPage('PAGE-1')
  const page = await fetch(web)
  const html = await page.text()
  for (const word of ['NT$3,080', 'T 恤 2 件（含運費）', '同意付款', '取消', '不會真的扣款'])
    assert.ok(html.includes(word), word)
  assert.match(
    page.headers.get('content-security-policy') ?? '',
    /form-action 'self' http:\/\/127\.0\.0\.1:1;/,
  )
  const back = await press('approve', reserveId)
  assert.equal(back.status, 303)
  assert.equal(
    back.headers.get('location'),
    `http://127.0.0.1:1/checkout/line-pay/id-of-PAGE-1?orderId=PAGE-1&transactionId=${id}`,
  )
  assert.equal((await linePay.check(id)).code, '0110')
  assert.equal((await fetch(web)).status, 400, 'it is approved once')
})

test('a buyer approves and does not come back', async () => {
  const { id, reserveId } = await openPage('PAGE-2')
  assert.equal((await press('approve', reserveId, { after: 'stay' })).status, 200)
  assert.equal((await linePay.check(id)).code, '0110')
})

test('a buyer cancels, and keeps what the address said before', async () => {
  const { id, reserveId } = await openPage('PAGE-3')
  const to = (await press('cancel', reserveId)).headers.get('location') ?? ''
  assert.match(to, /\/id-of-PAGE-3\?cancelled=1&orderId=PAGE-3&transactionId=\d{19}$/)
  assert.equal((await linePay.check(id)).code, '0121')
})

test('another page cannot approve, and an unknown payment has no page', async () => {
  const { id, reserveId } = await openPage('PAGE-4')
  const body = new URLSearchParams({ transactionReserveId: reserveId })
  const forged = await fetch(`${linePay.base}/web/payment/approve`, {
    method: 'POST',
    headers: { origin: 'http://evil.example' },
    body,
  })
  assert.equal(forged.status, 400)
  assert.equal((await linePay.check(id)).code, '0000')
  assert.equal(
    (await fetch(`${linePay.base}/web/payment/wait?transactionReserveId=none`)).status,
    400,
  )
})
