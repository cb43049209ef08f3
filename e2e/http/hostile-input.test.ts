import { test } from 'node:test'

import * as fc from 'fast-check'

import { SWEEP_SECRET } from '../../local/environment.ts'
import { type Member, newMember } from '../support/accounts.ts'
import { actionId, actionNames, callAction } from '../support/actions.ts'
import { addresses } from '../support/addresses.ts'
import { database } from '../support/database.ts'
import { expect } from '../support/expect.ts'
import { hostile, text } from '../support/hostile-values.ts'
import { orderRequest } from '../support/orders.ts'
import { OWNER_ACTIONS } from '../support/owners.ts'
import { shopLog } from '../support/start-shop.ts'

const RUNS = 25
const PAGE = '/checkout'

async function ordersOf({ uid }: Member): Promise<number> {
  const found = await database().collection('orders').where('uid', '==', uid).count().get()
  return found.data().count
}

for (const name of [
  'placeOrderAction',
  'startPaymentAction',
  'capturePaymentAction',
  'refreshPaymentAction',
  'cancelOrderAction',
  'requestReturnAction',
  'requestCancellationAction',
  'chooseHalfAction',
]) {
  test(`${name} refuses whatever it is sent, and writes nothing`, async () => {
    const member = await newMember()
    await fc.assert(
      fc.asyncProperty(fc.array(hostile, { maxLength: 3 }), async (args) => {
        const { status, result } = await callAction(name, {
          page: PAGE,
          session: member.session,
          args,
        })
        expect([200, 400, 413]).toContain(status)
        if (status === 200) expect(result).toMatchObject({ ok: false, code: /malformed|not-found/ })
      }),
      { numRuns: RUNS },
    )
    expect(await ordersOf(member)).toBe(0)
  })
}

for (const [name, page] of [
  ['saveSettingsAction', '/account/settings'],
  ['deleteAccountAction', '/account/settings'],
  ['startSession', '/login'],
  ['searchArticlesAction', '/blog'],
  ['sendApplicationAction', '/join'],
  ['confirmApplicationAction', '/join/confirm'],
  ['giveHalfAction', '/halves/give'],
  ['confirmHalfAction', '/halves/mine'],
  ['withdrawHalfAction', '/halves/mine'],
  ['withdrawOwnHalfAction', '/account/settings'],
  ['requestStockAlertAction', '/product/otr-001'],
  ['confirmStockAlertAction', '/back-in-stock'],
  ['cancelStockAlertAction', '/back-in-stock'],
  ['showMailedOrderAction', '/order'],
  ['findBankAccountRequestAction', '/refund-account'],
  ['takeRefundAccountAction', '/refund-account'],
] as const) {
  test(`${name} neither fails at whatever it is sent nor does anything`, async () => {
    const member = await newMember()
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(hostile, text), { maxLength: 3 }), async (args) => {
        const { status, result } = await callAction(name, { page, session: member.session, args })
        expect([200, 400, 413]).toContain(status)
        expect(result?.ok).not.toBe(true)
        expect(result?.code).not.toBe('unavailable')
      }),
      { numRuns: RUNS },
    )
    expect((await database().doc(`users/${member.uid}`).get()).exists).toBe(false)
    const { session } = member
    const answer = await callAction('saveSettingsAction', { page: PAGE, session, args: [{}] })
    expect(answer.result).toEqual({ ok: false, code: 'malformed' })
  })
}

test('a recipient of any letters is refused or ordered, never a failure, and can be paid', async () => {
  await fc.assert(
    fc.asyncProperty(text, text, async (firstName, note) => {
      const { session } = await newMember()
      const base = orderRequest()
      const recipient = { ...Object(base.recipient), firstName, note, email: '王芳@例子.tw' }
      const placed = await callAction('placeOrderAction', {
        page: PAGE,
        session,
        args: [{ ...base, recipient }],
      })
      expect([200, 400]).toContain(placed.status)
      expect(placed.result?.code).not.toBe('unavailable')
      if (placed.result?.ok !== true) return
      const started = await callAction('startPaymentAction', {
        page: PAGE,
        session,
        args: [{ id: placed.result.id, method: 'paypal' }],
      })
      expect(started.result).toMatchObject({ ok: true })
    }),
    { numRuns: 10 },
  )
})

test('a body that no page of the shop sends is refused at every action, and leaves no stack in the log', async () => {
  const { session } = await newMember()
  const before = shopLog().length
  const bodies: [string, string, string, number][] = [
    ['text/plain', 'garbage{', '', 400],
    ['text/plain', '', '', 400],
    ['text/plain', '["$F1"]', '', 400],
    ['text/plain', '[{"then":"$1"}]', '', 400],
    ['text/plain', JSON.stringify(['x'.repeat(100_000)]), '', 413],
    ['multipart/form-data; boundary=x', 'junk', '', 415],
    ['application/json', '[]', '', 415],
    ['text/plain', '[]', 'https://evil.example', 403],
    ['text/plain', '[]', 'null', 403],
  ]
  for (const name of actionNames()) {
    for (const [type, body, origin, status] of bodies) {
      const response = await fetch(new URL(PAGE, addresses().shop), {
        method: 'POST',
        headers: {
          cookie: `__session=${session}`,
          'content-type': type,
          'next-action': actionId(name),
          origin: origin || addresses().shop,
        },
        body,
      })
      // Members get the same answer for an owner's action as for an unknown one.
      const expected = status === 400 && name in OWNER_ACTIONS ? 409 : status
      expect(response.status, `${name} ${type} ${body.slice(0, 20)}`).toBe(expected)
      expect(await response.text()).toBe('')
    }
  }
  expect(shopLog().slice(before)).not.toMatch(/^ {4}at /m)
})

test('the webhook refuses whatever PayPal did not send', async () => {
  const header = fc.constantFrom('', 'SHA256withRSA', 'none', 'x'.repeat(3000))
  const address = fc.constantFrom(
    '',
    'http://evil.example/v1/notifications/certs/a',
    'file:///etc/passwd',
    `${addresses().paypal}/v1/notifications/certs/../x`,
  )
  await fc.assert(
    fc.asyncProperty(
      fc.uint8Array({ maxLength: 500 }),
      header,
      address,
      async (body, algorithm, certificate) => {
        const response = await fetch(new URL('/api/paypal/webhook', addresses().shop), {
          method: 'POST',
          headers: {
            'paypal-auth-algo': algorithm,
            'paypal-cert-url': certificate,
            'paypal-transmission-time': new Date().toISOString(),
            'paypal-transmission-sig': 'AAAA',
          },
          body: Buffer.from(body),
        })
        expect(response.status).toBe(401)
      },
    ),
    { numRuns: RUNS },
  )
  const large = await fetch(new URL('/api/paypal/webhook', addresses().shop), {
    method: 'POST',
    body: 'x'.repeat(300_000),
  })
  expect(large.status).toBe(413)
})

const sweep = (authorization: string, method = 'POST') =>
  fetch(new URL('/api/sweep', addresses().shop), { method, headers: { authorization } })

test('the sweep opens to its secret alone', async () => {
  await fc.assert(
    fc.asyncProperty(fc.stringMatching(/^[ -~]{0,80}$/), async (guess) => {
      expect((await sweep(`Bearer ${guess}`)).status).toBe(401)
    }),
    { numRuns: RUNS },
  )
  expect((await sweep(`Bearer ${SWEEP_SECRET}`)).status).toBe(200)
})

// Vercel's scheduler, for one, can only GET.
test('a GET sweeps by the same secret, is kept by no cache, and a HEAD sweeps nothing', async () => {
  const swept = await sweep(`Bearer ${SWEEP_SECRET}`, 'GET')
  expect(await swept.json()).toHaveProperty('looked')
  const stranger = await sweep('', 'GET')
  const head = await sweep(`Bearer ${SWEEP_SECRET}`, 'HEAD')
  expect([swept, stranger, head].map(({ status }) => status)).toEqual([200, 401, 405])
  for (const { headers } of [swept, stranger, head]) {
    expect(headers.get('cache-control')).toBe('no-store')
  }
})
