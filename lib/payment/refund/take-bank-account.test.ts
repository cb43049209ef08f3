import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'

import { database, type Transaction } from '#lib/adapters/firestore/database.ts'
import { EMPTY_RECIPIENT } from '#lib/delivery/recipient.ts'
import {
  findBankAccountRequests,
  LINK_FOR,
  mailedAccountPath,
  refundAccountPath,
} from '#lib/mail/mailed-links.ts'
import { mailsOf } from '#lib/mail/order-mails.ts'
import { applyEvents, documentOf } from '#lib/order/apply.ts'
import { type ChangeContext, newEvent } from '#lib/order/events.ts'
import { changeOrder, readOrder } from '#lib/order/order-store.ts'
import type { Order } from '#lib/order/order.ts'
import { completeManualRefund, withdrawManualRefund } from '#lib/owner/complete-manual-refund.ts'
import { eraseOrder, erasureOf } from '#lib/owner/customer.ts'
import { shopInMemory } from '#lib/owner/find-customer.fixture.ts'
import { requestBankAccountAgain, showRefundAccount } from '#lib/owner/show-refund-account.ts'
import {
  afterChange,
  at,
  changeIn,
  makeAttempt,
  makeOrder,
  makePayment,
  minute,
  TOTAL,
} from '#lib/payment/orders.fixture.ts'
import { manualRefundNotice } from './bank-account-request.ts'
import { reserveRefund } from './request-refund.ts'
import { findBankAccountRequest, takeRefundAccount } from './take-bank-account.ts'

const ADA = { uid: 'ada-0123456789-0123456789', email: 'ada@example.com' }
const GIFT = 'friend@example.com'
const ID = 'doc-1'
const DAY = 24 * 60
type Work = (transaction: Transaction) => Promise<unknown>
const ACCOUNT = { bank: '中國信託', account: '9876-5432-1098', holder: '王小明' }
const KEPT = { bank: '822', account: '987654321098', holder: '王小明' }
const owner = (minutes: number) => ({ by: '林店主', at: minute(minutes) })
const asOwner = (minutes: number): ChangeContext => ({
  by: 'owner',
  who: '林店主',
  now: minute(minutes),
  reason: '退貨',
})

/** A paid order; its refund goes where its payment method says. */
function paidBy(method: 'atm' | 'cvs' | 'ecpay-card'): Order {
  const provider = method === 'ecpay-card' ? 'ecpay' : 'ecpay-code'
  const captured = { state: 'captured', captureId: 'C1', reference: 'OT1' } as const
  return makeOrder({
    id: ID,
    ...ADA,
    status: '已完成',
    paidAt: at(2),
    recipient: { ...EMPTY_RECIPIENT, lastName: '王', firstName: '小美', email: GIFT },
    payment: makePayment([makeAttempt({ provider, method, ...captured })], {
      method,
      captureId: 'C1',
    }),
  })
}

const asked = (order: Order, minutes = 20) =>
  afterChange(
    order,
    changeIn(reserveRefund(order, { amount: 'rest', key: 'press-1' }, asOwner(minutes))),
  )

type Users = Parameters<typeof shopInMemory>[1]['users']

function shopWith(t: TestContext, order = asked(paidBy('atm')), users: Users = [ADA]) {
  const shop = shopInMemory(t, {
    users,
    documents: { [`orders/${ID}`]: documentOf(order) },
  })
  const kept = () => shop.documents.get(`refund_accounts/${ID}-1`)
  const link = (address = ADA.email, refund = 1, id = ID) =>
    (refundAccountPath({ id, email: address }, refund, at(20)) ?? '').replace(
      '/refund-account#',
      '',
    )
  const give = (minutes = 30, typed = {}, to = link()) =>
    takeRefundAccount({ link: to, ...ACCOUNT, ...typed }, minute(minutes))
  return { ...shop, kept, link, give }
}

const ask = (text: string, now = minute(25)) => findBankAccountRequest(text, now)

const show = (minutes: number) =>
  showRefundAccount({ orderId: ID, number: 1, context: owner(minutes) })

const kindsAfter = (before: Order, days: number) => {
  const context = { by: 'sweep', now: minute(21 + days * DAY) } as const
  return mailsOf(before, afterChange(before, manualRefundNotice(before, context))).map(
    ({ kind }) => kind,
  )
}

for (const [method, kinds] of [
  ['atm', ['refund-account']],
  ['cvs', ['refund-account']],
  ['ecpay-card', []],
] as const) {
  test(`a refund of ${method} asks ${kinds.length === 0 ? 'nobody' : "the account's owner alone"} for a bank account`, () => {
    const before = paidBy(method)
    const mails = mailsOf(before, asked(before))
    assert.deepEqual(
      mails.map(({ kind }) => kind),
      kinds,
    )
    assert.ok(mails.every(({ to }) => to?.address === ADA.email))
  })
}

test('its mail leads to the page, and so does the order page of its member', async (t) => {
  const shop = shopWith(t)
  const [mail] = mailsOf(paidBy('atm'), asked(paidBy('atm')))
  assert.ok(mail)
  const stored = { ...mail, state: 'due' as const, createdAt: at(20), attempts: 0, unanswered: 0 }
  assert.equal(mailedAccountPath(stored), `/refund-account#${shop.link()}`)
  const [shown] = findBankAccountRequests(asked(paidBy('atm')), minute(20))
  assert.ok(shown)
  const { path, ...rest } = shown
  assert.deepEqual(rest, { number: 1, amount: TOTAL, accountAt: undefined })
  assert.ok((await ask(path.replace('/refund-account#', ''))).ok)
  assert.deepEqual(findBankAccountRequests(asked(paidBy('ecpay-card')), minute(20)), [])
})

for (const [who, users, opens] of [
  ['an account with another e-mail by now', [{ ...ADA, email: 'ada@new.example' }], 'page'],
  ['an account that was deleted', [], 'mail'],
  ['an account that never proved its e-mail', [{ ...ADA, emailVerified: false }], 'page'],
] as const) {
  test(`the buyer of ${who} still names where the money goes, by the ${opens} alone`, async (t) => {
    const shop = shopWith(t, asked(paidBy('atm')), [...users])
    const [shown] = findBankAccountRequests(asked(paidBy('atm')), minute(20))
    const links = { mail: shop.link(), page: shown?.path.replace('/refund-account#', '') ?? '' }
    for (const [from, text] of Object.entries(links)) {
      assert.equal((await ask(text)).ok, from === opens, from)
    }
    assert.deepEqual(await shop.give(30, {}, links[opens]), { ok: true, data: null })
    assert.equal(Object(shop.kept()).account, KEPT.account)
  })
}

test('a mail to an address that nobody proved names no account for a refund, also once its member is gone', async (t) => {
  const unproven = { ...paidBy('atm'), emailUnverified: true as const }
  const shop = shopWith(t, asked(unproven), [])
  assert.deepEqual(await ask(shop.link()), { ok: false, code: 'link-over' })
})

test('a link opens its own refund for its own address, until it ends', async (t) => {
  const { link } = shopWith(t)
  const found = await ask(link())
  assert.deepEqual(found.ok && found.data.amount, TOTAL)
  const [id, refund, until, signature = ''] = link().split('.')
  const end = new Date(minute(20).getTime() + LINK_FOR)
  for (const [what, text] of [
    ['nothing', ''],
    ['an address that only gets the parcel', link(GIFT)],
    ['another refund', link(ADA.email, 2)],
    ['another order', link(ADA.email, 1, 'doc-2')],
    ['a longer time', [id, refund, `${Number(until) + 60}`, signature].join('.')],
    ['a signature of a mail to its order', `${id}.1.${until}.${'A'.repeat(43)}`],
  ] as const) {
    assert.deepEqual(await ask(text), { ok: false, code: 'link-over' }, what)
  }
  assert.deepEqual(await ask(link(), end), { ok: false, code: 'link-over' })
})

test('what the buyer names is kept apart: no order, mail or line of the log has it', async (t) => {
  const lines: string[] = []
  for (const method of ['log', 'warn', 'error', 'info'] as const) {
    t.mock.method(console, method, (...words: unknown[]) => lines.push(words.join(' ')))
  }
  t.mock.method(process.stdout, 'write', (text: string) => lines.push(text) > 0)
  const shop = shopWith(t)
  assert.deepEqual(await shop.give(), { ok: true, data: null })
  assert.partialDeepStrictEqual(shop.kept(), { ...KEPT, givenAt: at(30) })
  const elsewhere = [...shop.documents].filter(([path]) => !path.startsWith('refund_accounts/'))
  for (const secret of [KEPT.account, '王小明', '98765']) {
    assert.ok(!JSON.stringify(elsewhere).includes(secret), secret)
    assert.ok(!lines.join('').includes(secret), secret)
  }
  const order = await readOrder(ID)
  assert.ok(order)
  assert.equal(order.payment?.refundRequests?.[0]?.accountAt, at(30))
  const mails = mailsOf(asked(paidBy('atm')), order)
  assert.deepEqual(
    mails.map(({ kind, to }) => [kind, to?.address]),
    [
      ['refund-account-given', ADA.email],
      ['owner-refund-account', undefined],
    ],
  )
  assert.ok(!JSON.stringify(mails).includes('98765'))
})

test('the owner reads the newest account, and a refused one changes nothing', async (t) => {
  const shop = shopWith(t)
  assert.deepEqual(await show(25), { ok: false, code: 'no-account' })
  assert.deepEqual(await shop.give(30, { account: '12' }), { ok: false, code: 'incomplete' })
  assert.equal(shop.kept(), undefined)
  await shop.give(30)
  await shop.give(40, { account: '111122223333' })
  assert.deepEqual(await show(45), {
    ok: true,
    data: { ...KEPT, account: '111122223333', givenAt: at(40) },
  })
  for (const minutes of [41, 42, 43]) assert.ok((await shop.give(minutes)).ok)
  assert.deepEqual(await shop.give(44), { ok: false, code: 'too-many' })
})

test('an account is taken once though its answer is lost, and not for an order that went meanwhile', async (t) => {
  const shop = shopWith(t)
  const db = database()
  const once = db.runTransaction.bind(db)
  const transaction = t.mock.method(db, 'runTransaction', async (work: Work) => {
    await once(work)
    return once(work)
  })
  assert.deepEqual(await shop.give(), { ok: true, data: null })
  const given = (await readOrder(ID))?.history.filter(
    ({ type }) => type === 'refund.account-provided',
  )
  assert.equal(given?.length, 1)
  transaction.mock.mockImplementation((work: Work) => {
    shop.documents.delete(`orders/${ID}`)
    return once(work)
  })
  assert.deepEqual(await shop.give(40), { ok: false, code: 'link-over' })
})

test('an account is kept for 30 days after its refund was noted, and its link is over at once', async (t) => {
  const shop = shopWith(t)
  await shop.give()
  const noted = await completeManualRefund({
    orderId: ID,
    number: 1,
    day: '2026-11-21',
    reference: '21098',
    context: owner(60),
  })
  assert.ok(noted.ok)
  assert.deepEqual(await shop.give(61), { ok: false, code: 'link-over' })
  assert.deepEqual(Object(shop.kept()).expireAt, minute(60 + 30 * DAY))
  assert.ok((await show(59 + 30 * DAY)).ok)
  assert.deepEqual(await show(60 + 30 * DAY), { ok: false, code: 'no-account' })
})

test('an account goes with the refund that is withdrawn, and with the person that is erased', async (t) => {
  const shop = shopWith(t)
  await shop.give()
  await withdrawManualRefund({ orderId: ID, number: 1, reason: '買家保留', context: owner(60) })
  assert.equal(shop.kept(), undefined)
  const again = shopWith(t)
  await again.give()
  await completeManualRefund({
    orderId: ID,
    number: 1,
    day: '2026-11-21',
    reference: '21098',
    context: owner(60),
  })
  await changeOrder(ID, (stored) =>
    eraseOrder(erasureOf(stored, minute(70)), { by: 'owner', now: minute(70) }),
  )
  assert.equal(again.kept(), undefined)
})

test('nobody is erased to whom a refund is owed', () => {
  const order = asked(paidBy('atm'))
  assert.equal(erasureOf(order, minute(30)).kind, 'open')
  assert.equal(erasureOf(paidBy('atm'), minute(30)).kind, 'kept')
})

test('a buyer is asked again with the owner, while no account is named, and when the owner wants it', async (t) => {
  const order = asked(paidBy('atm'))
  assert.deepEqual(kindsAfter(order, 7), ['owner-refund-owed', 'refund-account'])
  const given = applyEvents(order, [
    newEvent('refund.account-provided', { number: 1 }, { by: 'member', now: minute(30) }),
  ])
  assert.deepEqual(kindsAfter(given, 7), ['owner-refund-owed'])
  const shop = shopWith(t, given)
  const reason = '上次的帳號匯不進去'
  const answer = await requestBankAccountAgain({
    orderId: ID,
    number: 1,
    reason,
    context: owner(50),
  })
  assert.ok(answer.ok)
  const [mail] = mailsOf(given, answer.data)
  assert.deepEqual([mail?.kind, mail?.values.account_note], ['refund-account', reason])
  assert.ok((await shop.give(60)).ok)
  const other = await requestBankAccountAgain({
    orderId: ID,
    number: 2,
    reason,
    context: owner(50),
  })
  assert.deepEqual(other, { ok: false, code: 'no-such-refund' })
})
