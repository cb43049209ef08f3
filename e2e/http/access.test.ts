import { randomUUID } from 'node:crypto'
import { test } from 'node:test'

import type { DocumentSnapshot } from 'firebase-admin/firestore'

import { idToken, isRegistered, register, sessionCookie } from '../support/accounts.ts'
import { actionNames, callAction } from '../support/actions.ts'
import { database } from '../support/database.ts'
import { expect } from '../support/expect.ts'
import { orderRequest } from '../support/orders.ts'
import { OWNER_ACTIONS } from '../support/owners.ts'
import { RECIPIENT } from '../support/pages/checkout.ts'
import { seedOrders } from '../support/seeded-orders.ts'
import { type Stranger, STRANGERS } from '../support/strangers.ts'

/** Another member's data, and a mark found in anything written. */
type Target = { readonly order: string; readonly token: string; readonly mark: string }

const settingsOf = (name: string) => ({
  name,
  phone: '',
  profile: {
    firstName: '',
    lastName: '',
    phone: '',
    zipcode: '',
    city: '',
    area: '',
    address: '',
    store: '',
  },
})

/**
 * Each member action with its page, its input for another member's data, and the expected answer.
 */
const MEMBER_ACTIONS: Record<
  string,
  { page: string; args: (of: Target) => unknown; code: string | null }
> = {
  saveSettingsAction: {
    page: '/account/settings',
    args: ({ mark }) => settingsOf(mark),
    code: null,
  },
  deleteAccountAction: {
    page: '/account/settings',
    args: ({ token }) => token,
    code: 'another-account',
  },
  checkCodeAction: {
    page: '/checkout',
    args: () => ({ code: 'SUMMER' }),
    code: 'malformed',
  },
  requestDataAction: {
    page: '/account/settings',
    args: () => ({ kind: 'copy' }),
    code: 'malformed',
  },
  copyDataAction: {
    page: '/account/settings/data',
    args: () => ({ form: 'json' }),
    code: 'email-unverified',
  },
  signOutDeviceAction: {
    page: '/account/settings',
    args: () => ({ id: '0'.repeat(64) }),
    code: 'unknown',
  },
  signOutEverywhereAction: {
    page: '/account/settings',
    args: () => 'elsewhere',
    code: 'malformed',
  },
  placeOrderAction: {
    page: '/checkout',
    args: ({ mark }) => orderRequest({ recipient: { ...RECIPIENT, store: '', note: mark } }),
    code: null,
  },
  isUnpaidAction: {
    page: '/checkout',
    args: ({ order }) => ({ id: order }),
    code: 'not-found',
  },
  startPaymentAction: {
    page: '/checkout/paypal/any',
    args: ({ order }) => ({ id: order, method: 'paypal' }),
    code: 'not-found',
  },
  capturePaymentAction: {
    page: '/checkout/paypal/any',
    args: ({ order }) => ({ id: order, reference: 'PAYPAL1', refusals: 0 }),
    code: 'not-found',
  },
  refreshPaymentAction: {
    page: '/checkout/paypal/any',
    args: ({ order }) => ({ id: order }),
    code: 'not-found',
  },
  cancelOrderAction: {
    page: '/account/order/any',
    args: ({ order }) => ({ id: order }),
    code: 'not-found',
  },
  requestCancellationAction: {
    page: '/account/order/any',
    args: ({ order }) => ({ id: order }),
    code: 'not-found',
  },
  chooseHalfAction: {
    page: '/account/order/any',
    args: ({ order }) => ({ id: order, half: { motif: 'ridge', half: '308,151 400,160' } }),
    code: 'not-found',
  },
  withdrawOwnHalfAction: {
    page: '/account/settings',
    args: () => ({ id: '0'.repeat(32) }),
    code: 'gone',
  },
  requestReturnAction: {
    page: '/account/order/any',
    args: ({ order, mark }) => ({
      id: order,
      items: [{ index: 0, quantity: 1 }],
      reason: mark,
      contact: mark,
    }),
    code: 'not-found',
  },
}

/** The actions for visitors: signing in, search, cart check, and what a mailed link opens. */
const OPEN_ACTIONS = [
  'requestStockAlertAction',
  'confirmStockAlertAction',
  'cancelStockAlertAction',
  'chooseStoreAction',
  'startSession',
  'endSession',
  'searchArticlesAction',
  'showMailedOrderAction',
  'findBankAccountRequestAction',
  'takeRefundAccountAction',
  'checkCartAction',
  'giveHalfAction',
  'confirmHalfAction',
  'withdrawHalfAction',
  'sendApplicationAction',
  'confirmApplicationAction',
]

// The daily recount may write the index of a seeded order meanwhile: it is the shop's own field.
const ofBuyer = (document: DocumentSnapshot) => ({ ...document.data(), index: undefined })

/** All that the shop stores of a member. */
async function traceOf(uid: string) {
  const db = database()
  const orders = await db.collection('orders').where('uid', '==', uid).get()
  const user = await db.doc(`users/${uid}`).get()
  return {
    orders: orders.docs.map((document) => [document.id, ofBuyer(document)]),
    user: user.data(),
    limits: (await db.doc(`order_limits/${uid}`).get()).data(),
  }
}

/** Counts the documents with the mark, of any owner. */
async function countMarked(mark: string): Promise<number> {
  const db = database()
  const found = await Promise.all([
    db.collection('orders').where('recipient.note', '==', mark).get(),
    db.collection('users').where('name', '==', mark).get(),
  ])
  return found.reduce((sum, { size }) => sum + size, 0)
}

async function victimWithOrder() {
  const victim = await register()
  const [order = ''] = await seedOrders(victim, 1)
  await database().doc(`users/${victim.uid}`).set({ uid: victim.uid, email: victim.email })
  return { victim, target: { order, token: await idToken(victim), mark: randomUUID() } }
}

test('every server action of the build is in this matrix', () => {
  const known = [...Object.keys(MEMBER_ACTIONS), ...OPEN_ACTIONS, ...Object.keys(OWNER_ACTIONS)]
  expect(actionNames().toSorted()).toEqual(known.toSorted())
})

for (const [name, { page, args, code }] of Object.entries(MEMBER_ACTIONS)) {
  for (const [who, become] of Object.entries(STRANGERS)) {
    test(`${name} refuses ${who} and writes nothing`, async () => {
      const { victim, target } = await victimWithOrder()
      const stranger: Stranger = await become()
      const before = [await traceOf(victim.uid), await traceOf(stranger.uid)]
      const call = { page, session: stranger.session, args: [args(target)] }
      const answer = await callAction(name, call)
      expect(answer.result).toEqual({ ok: false, code: 'signed-out' })
      expect([await traceOf(victim.uid), await traceOf(stranger.uid)]).toEqual(before)
      expect(await countMarked(target.mark)).toBe(0)
      expect(await isRegistered(victim.email)).toBe(true)
    })
  }

  test(`${name} keeps a member off another's things`, async () => {
    const { victim, target } = await victimWithOrder()
    const before = await traceOf(victim.uid)
    const session = await sessionCookie(await register())
    const theirs = await callAction(name, { page, session, args: [args(target)] })
    expect(await traceOf(victim.uid)).toEqual(before)
    expect(await isRegistered(victim.email)).toBe(true)
    // An action without an id changes the caller's own data only.
    expect(await countMarked(target.mark)).toBe(code === null ? 1 : 0)
    if (code === null) return
    expect(theirs.result).toEqual({ ok: false, code })
    if (code !== 'not-found') return
    const missing = { ...target, order: 'there-is-no-such-order' }
    const unknown = await callAction(name, { page, session, args: [args(missing)] })
    expect(unknown).toEqual(theirs)
  })

  test(`${name} refuses an argument of another shape`, async () => {
    const session = await sessionCookie(await register())
    for (const overrides of [[], [null], [7], [{ id: { $ne: null } }], [['x']]]) {
      const answer = await callAction(name, { page, session, args: overrides })
      expect(answer.result).toEqual({ ok: false, code: 'malformed' })
    }
  })
}

for (const [what, token] of [
  ['nothing', ''],
  ['no token', 'a.b.c'],
  ['an object', { token: 'x' }],
  ['a token of megabytes', 'x'.repeat(20_000)],
] as const) {
  test(`${what} begins no session`, async () => {
    const answer = await callAction('startSession', { page: '/login', args: [token] })
    expect(answer.result).toEqual({ ok: false, code: 'refused' })
  })
}
