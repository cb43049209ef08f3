import { randomUUID } from 'node:crypto'
import { test } from 'node:test'

import { OWNER_ROUTES } from '#lib/routes/shop-routes.ts'
import {
  changedCookie,
  idToken,
  newMember,
  register,
  sessionCookie,
} from '../../e2e/support/accounts.ts'
import { actionNames, callAction } from '../../e2e/support/actions.ts'
import { addresses } from '../../e2e/support/addresses.ts'
import { storedDocument } from '../../e2e/support/database.ts'
import { expect } from '../../e2e/support/expect.ts'
import { runCommand } from '../../e2e/support/owner-tools.ts'
import { newOwner, OWNER_ACTIONS, ownerSince } from '../../e2e/support/owners.ts'
import { seedOrders } from '../../e2e/support/seeded-orders.ts'
import { type Stranger, STRANGERS } from '../../e2e/support/strangers.ts'

// The shop of these tests has no carrier, so to its owner this is missing too.
const PARCEL_PAGES = ['/owner/labels']

// Every page without a parameter; some ask for a query or look at it.
const PAGES = [
  ...Object.keys(OWNER_ROUTES).filter(
    (path) => path.startsWith('/owner') && !/\[|file$/.test(path) && !PARCEL_PAGES.includes(path),
  ),
  '/owner/content/file?file=products/otr-001.md',
  '/owner/orders?search=0912',
  '/owner/customer?customer=nobody%40example.com',
]

/** Everybody for whom there is no owner's page. */
const OUTSIDERS: typeof STRANGERS = {
  ...STRANGERS,
  'a member': newMember,
  'an owner who signed in 13 hours ago': () => ownerSince(13),
}

async function ask(path: string, session: string | undefined) {
  const cookie: Record<string, string> =
    session === undefined ? {} : { cookie: `__session=${session}` }
  const response = await fetch(new URL(path, addresses().shop), {
    redirect: 'manual',
    headers: cookie,
  })
  const { date: _date, ...rest } = Object.fromEntries(response.headers)
  return { status: response.status, headers: rest, body: await response.text() }
}

for (const [who, become] of Object.entries(OUTSIDERS)) {
  test(`to ${who} the owner's addresses and actions are not there`, async () => {
    const [id = ''] = await seedOrders(await register(), 1)
    const stranger: Stranger = await become()
    const before = await storedDocument(`orders/${id}`)
    for (const path of [...PAGES, ...PARCEL_PAGES, `/owner/order/${id}`]) {
      const missing = await ask('/nothing', stranger.session)
      expect(await ask(path, stranger.session), path).toEqual(missing)
      expect(missing.status).toBe(404)
    }
    for (const [name, { page, args }] of Object.entries(OWNER_ACTIONS)) {
      const call = { page, session: stranger.session, args: [args(id)] }
      expect(await callAction(name, call), name).toEqual({ status: 409, result: undefined })
    }
    expect(await storedDocument(`orders/${id}`)).toEqual(before)
  })
}

// A list of parcels is answered line by line; what is gone need not be deleted, and what holds nothing not released.
const ANSWERS_FOR_NOTHING = [
  'shipPastedAction',
  'previewParcelsAction',
  'bookParcelsAction',
  'cancelParcelsAction',
  'completeChosenAction',
  'takeBackAction',
  'settleParcelsAction',
  'writeInvoicesAction',
  'deleteApplicationAction',
  'switchRemindersAction',
  'recountAction',
  'searchAuditAction',
  'searchOrdersAction',
  'beginProofAction',
  'beginPasskeyAction',
  'renewCodesAction',
]

test("every action of the owner's page is among those tried, and answers its owner alone", async () => {
  const { session } = await newOwner()
  const owners = actionNames().filter((name) => name in OWNER_ACTIONS)
  expect(owners.toSorted()).toEqual(Object.keys(OWNER_ACTIONS).toSorted())
  for (const [name, { page, args }] of Object.entries(OWNER_ACTIONS)) {
    for (const overrides of [[], [null], [7], [{ orderId: { $ne: null } }], [['x']]]) {
      const answer = await callAction(name, { page, session, args: overrides })
      expect(answer.result, name).toEqual({ ok: false, code: 'malformed' })
    }
    const unknown = await callAction(name, {
      page,
      session,
      args: [args('Order2026030110-999999')],
    })
    expect(unknown.result, name).toMatchObject({ ok: ANSWERS_FOR_NOTHING.includes(name) })
  }
})

const filesOf = (html: string) => new Set(html.match(/\/_next\/static\/[^"\\]+\.(?:js|css)/g))

const textOf = async (file: string) => (await fetch(new URL(file, addresses().shop))).text()

test("the owner's pages are nowhere kept, and their code is sent with no other page", async () => {
  const { session } = await newOwner()
  const own = new Set<string>()
  for (const path of PAGES) {
    const { status, headers, body } = await ask(path, session)
    expect(status, path).toBe(200)
    expect(headers['cache-control']).toContain('no-store')
    expect(body).toContain('name="robots" content="noindex, nofollow"')
    for (const file of filesOf(body)) own.add(file)
  }
  for (const path of ['/', '/shop', '/product/otr-001', '/cart', '/login', '/account']) {
    const { body } = await ask(path, (await newMember()).session)
    for (const file of filesOf(body)) {
      own.delete(file)
      expect(await textOf(file), `${file} of ${path}`).not.toMatch(/整批出貨|\/owner|出貨單/)
    }
  }
  expect([...own].some((file) => file.endsWith('.js'))).toBe(true)
})

const SHEET = '/owner/order/any'

function refund(orderId: string, proof: string) {
  return { orderId, amount: '100', left: '1540', reason: 'x', key: randomUUID(), proof }
}

test('money does not move and nobody is erased on the proof of another, an old one, a custom one or a forged one', async () => {
  const owner = await newOwner()
  const other = await newOwner()
  const token = await idToken(owner)
  const now = Math.floor(Date.now() / 1000)
  const proofs = [
    await idToken(other),
    changedCookie(token, { auth_time: now - 301 }),
    changedCookie(token, { firebase: { sign_in_provider: 'custom' } }),
    owner.session,
    'a.b.c',
  ]
  for (const proof of proofs) {
    const args = [refund('Order2026030110-0001', proof)]
    const { result } = await callAction('refundAction', {
      page: SHEET,
      session: owner.session,
      args,
    })
    expect(result).toEqual({ ok: false, code: 'refused' })
    const erased = await callAction('eraseCustomerAction', {
      page: '/owner/customer',
      session: owner.session,
      args: [{ customer: other.email, proof }],
    })
    expect(erased.result).toEqual({ ok: false, code: 'refused' })
  }
  const args = [refund('Order2026030110-999999', token)]
  const { result } = await callAction('refundAction', { page: SHEET, session: owner.session, args })
  expect(result).toEqual({ ok: false, code: 'unknown-order' })
})

const owner = (...words: readonly string[]) => runCommand('cli/owner.ts', words)
const statusOf = async (session: string) => (await ask('/owner', session)).status

test('the claim is given and taken by command, at once', async () => {
  const member = await register({ emailVerified: true })
  expect(await statusOf(await sessionCookie(member))).toBe(404)
  const granted = await owner('grant', member.email.toUpperCase())
  expect(granted.text).toContain(member.email)
  expect(granted.code).toBe(0)
  const session = await sessionCookie(member)
  expect(await statusOf(session)).toBe(200)
  expect(await owner('revoke', member.email)).toMatchObject({ code: 0 })
  expect([await statusOf(session), await statusOf(await sessionCookie(member))]).toEqual([404, 404])
})

test("an unknown account or one with an unverified e-mail can't become an owner", async () => {
  const unproven = await register()
  for (const [words, result] of [
    [['grant', 'nobody@example.com'], '沒有這個電子信箱'],
    [['grant', unproven.email], '尚未驗證'],
    [['grant'], 'npm run owner'],
    [['destroy', unproven.email], 'npm run owner'],
  ] as const) {
    const answer = await owner(...words)
    expect(answer.code, answer.text).toBe(1)
    expect(answer.text).toContain(result)
  }
})
