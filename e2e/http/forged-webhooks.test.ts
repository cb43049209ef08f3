import { test } from 'node:test'

import { addresses } from '../support/addresses.ts'
import { expect } from '../support/expect.ts'
import { shopLog } from '../support/start-shop.ts'

const SIGNATURE = Buffer.alloc(256, 1).toString('base64')

function forge(certificate: string, headers: Record<string, string> = {}) {
  return fetch(new URL('/api/paypal/webhook', addresses().shop), {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'paypal-auth-algo': 'SHA256withRSA',
      'paypal-transmission-id': crypto.randomUUID(),
      'paypal-transmission-time': new Date().toISOString(),
      'paypal-transmission-sig': SIGNATURE,
      'paypal-cert-url': `${addresses().paypal}/v1/notifications/certs/${certificate}`,
      ...headers,
    },
    body: '{"id":"WH-1","event_type":"PAYMENT.CAPTURE.COMPLETED"}',
  })
}

test("where ECPay's payment is not set up, nothing is at the addresses of its pushes", async () => {
  for (const path of ['/api/ecpay/paid', '/api/ecpay/code-paid']) {
    const answer = await fetch(new URL(path, addresses().shop), {
      method: 'POST',
      body: 'RtnCode=1',
    })
    expect([path, answer.status, await answer.text()]).toEqual([path, 404, ''])
  }
})

test('a certificate that PayPal does not know makes a webhook a forged one', async () => {
  const before = shopLog().length
  const made = `CERT-${crypto.randomUUID()}`
  // A shop that had waited for PayPal in vain would not know, and answer 503.
  for (let times = 0; times < 5; times += 1) expect((await forge(made)).status).toBe(401)
  expect(shopLog().slice(before)).not.toContain('"severity":"ERROR"')
})

test('a hundred forged webhooks at once are refused and leave no failure in the log', async () => {
  const before = shopLog().length
  const answers = await Promise.all(
    Array.from({ length: 100 }, () => forge(`CERT-${crypto.randomUUID()}`)),
  )
  // An unverifiable message may be genuine, so the sender may retry.
  for (const { status } of answers) expect([401, 503]).toContain(status)
  expect(shopLog().slice(before)).not.toContain('"severity":"ERROR"')
})

test('nothing is fetched for what no signature of PayPal looks like', async () => {
  const certificate = `CERT-${crypto.randomUUID()}`
  const forgeries: readonly Record<string, string>[] = [
    { 'paypal-transmission-sig': 'AAAA' },
    { 'paypal-transmission-sig': Buffer.alloc(512).toString('base64') },
    { 'paypal-transmission-id': '' },
    { 'paypal-transmission-time': 'yesterday' },
    { 'paypal-auth-algo': 'none' },
  ]
  for (const headers of forgeries) {
    expect((await forge(certificate, headers)).status).toBe(401)
  }
})
