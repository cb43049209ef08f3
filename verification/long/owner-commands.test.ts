import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'

import { newMember } from '../../e2e/support/accounts.ts'
import { database, storedDocument } from '../../e2e/support/database.ts'
import { expect } from '../../e2e/support/expect.ts'
import { orderRequest } from '../../e2e/support/orders.ts'
import { orders, ownerAtTerminal, runCommand } from '../../e2e/support/owner-tools.ts'
import { newOwner } from '../../e2e/support/owners.ts'
import { lettersAbout } from '../../e2e/support/pages/mailbox.ts'
import { approve, injectFault } from '../../e2e/support/paypal-control.ts'
import { act, pay, sell } from '../../e2e/support/sales.ts'

async function putUnderReview(id: string, more: Record<string, unknown>): Promise<void> {
  const review = { reason: 'amount', at: new Date().toISOString() }
  const fields = { 'payment.state': 'review', 'payment.review': review, ...more }
  await database().doc(`orders/${id}`).update(fields)
}

test('a payment under review is shown with what PayPal holds, and ends only with a reason', async () => {
  const { id, number } = await sell()
  await putUnderReview(id, { status: '待付款' })
  const review = await orders('review')
  expect(review.text).toMatch(new RegExp(`${number}[^]+已收款  TWD 3080`))
  expect(await orders('ship', number, '--carrier', 'x', '--tracking', '1')).toMatchObject({
    code: 1,
  })
  expect(await orders('resolve', number, 'paid')).toMatchObject({ code: 1 })
  const refunded = await orders('resolve', number, 'refunded', '--reason', '誤收')
  expect(refunded.text).toContain('還有收到的款項')
  const { email: who } = await ownerAtTerminal()
  const paid = await orders('resolve', number, 'paid', '--reason', '金額核對無誤')
  expect(paid).toMatchObject({ code: 0 })
  const order = await storedDocument(`orders/${id}`)
  expect(order).toMatchObject({ status: '已付款', payment: { state: 'paid' } })
  expect(order.history).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ type: 'review.closed', who, note: '金額核對無誤' }),
    ]),
  )
})

const LONG_AGO = new Date(Date.now() - 4 * 60 * 60 * 1000).toISOString()
const AS_UNPAID = ['--reason', 'PayPal 沒有收到款項']

test('a payment under review that PayPal never had ends as expired once its records can tell, and is paid anew', async () => {
  const member = await newMember()
  const { id } = Object(await act(member, 'placeOrderAction', '/checkout', orderRequest()))
  await act(member, 'startPaymentAction', `/checkout/paypal/${id}`, { id, method: 'paypal' })
  const document = database().doc(`orders/${id}`)
  await putUnderReview(id, {})
  const number = String((await storedDocument(`orders/${id}`)).orderId)

  expect((await orders('review')).text).toMatch(new RegExp(`${number}[^]+PayPal 沒有任何款項`))
  const early = await orders('resolve', number, 'expired', ...AS_UNPAID)
  expect(early).toMatchObject({ code: 1 })
  expect(early.text).toContain('最多晚三小時')
  await document.update({ 'payment.changedAt': LONG_AGO, createdAt: LONG_AGO })
  const ended = await orders('resolve', number, 'expired', ...AS_UNPAID)
  expect(ended).toMatchObject({ code: 0 })
  expect(await storedDocument(`orders/${id}`)).toMatchObject({
    status: '待付款',
    payment: { state: 'expired' },
  })
  await pay(member, id)
  expect(await storedDocument(`orders/${id}`)).toMatchObject({ status: '已付款' })
})

test("a payment under review does not end as expired while PayPal's records have money under its number", async () => {
  const { id, number } = await sell()
  await putUnderReview(id, {
    status: '待付款',
    createdAt: LONG_AGO,
    'payment.changedAt': LONG_AGO,
    'payment.attempts': [],
    'payment.references': [],
  })
  const refused = await orders('resolve', number, 'expired', ...AS_UNPAID)
  expect(refused).toMatchObject({ code: 1 })
  expect(refused.text).toContain('還有這個訂單編號的款項')
})

test('a scheduler without HTTP sweeps by command', async () => {
  const member = await newMember()
  const { id } = Object(await act(member, 'placeOrderAction', '/checkout', orderRequest()))
  const page = `/checkout/paypal/${id}`
  const started = await act(member, 'startPaymentAction', page, { id, method: 'paypal' })
  await injectFault({ name: 'webhook-lost', op: 'any', orderRef: id, times: 9 })
  await approve(Object(started?.data).reference)
  await database().doc(`orders/${id}`).update({ 'check.at': LONG_AGO })
  const swept = await orders('sweep')
  expect(swept.text).toMatch(/檢查了 \d+ 筆未完成的訂單/)
  expect(await storedDocument(`orders/${id}`)).toMatchObject({ status: '已付款' })
})

test('a month goes into a file for Excel, in which nothing runs', async (t) => {
  const { number } = await sell({ lastName: '=HYPERLINK("http://x.example")', firstName: '芳' })
  const month = `${number.slice(5, 9)}-${number.slice(9, 11)}`
  const folder = await mkdtemp(join(tmpdir(), 'ourtee-books-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const exported = await orders('export', month, '--out', folder)
  expect(exported.text).toContain(`money-${month}.csv`)
  expect(await orders('export', month, '--out', `${folder}/none`)).toMatchObject({ code: 1 })
  const bytes = await readFile(join(folder, `orders-${month}.csv`))
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  const row = bytes
    .toString()
    .split('\r\n')
    .find((line) => line.includes(number))
  expect(row).toContain(`"'=HYPERLINK(""http://x.example"")芳"`)
  expect(row).toContain('"=""0912345678"""')
  expect(row).toContain(',2,3080,0,"",0,3080,')
})

/** A payment by PayPal as it would stand there if LINE Pay had taken it. */
function atLinePay(payment: unknown): unknown {
  const text = JSON.stringify(payment)
  return JSON.parse(
    text.replaceAll('"paypal"', '"line-pay"').replaceAll('"captureId":"', '"captureId":"L'),
  )
}

test("a day is compared with PayPal's records; what was begun where nobody can ask is named", async () => {
  const agreeing = await sell()
  const { id, number } = await sell()
  const day = `${number.slice(5, 9)}-${number.slice(9, 11)}-${number.slice(11, 13)}`
  const { payment, ...order } = await storedDocument(`orders/${agreeing.id}`)
  const orderId = number.replace(/-\d+$/, '-9999')
  const elsewhere = database().doc(`orders/elsewhere-${id}`)
  const index = { ...Object(order.index), providers: ['line-pay'] }
  await elsewhere.set({ ...order, orderId, payment: atLinePay(payment), index })
  // The webhook notices any other change first.
  await database().doc(`orders/${id}`).delete()
  const moved = await database().collection('movements').where('orderId', '==', id).get()
  await Promise.all(moved.docs.map(({ ref }) => ref.delete()))
  const records = await orders('reconcile', day)
  await elsewhere.delete()
  expect(records.text).toContain(`${number}  PayPal`)
  // The shop of these tests has no account at LINE Pay.
  expect(records.text).toContain(`${orderId}：LINE Pay 沒有回應`)
  expect(records.code).toBe(1)
  expect(records.text).not.toContain(agreeing.number)
})

async function trailOf(who: string): Promise<readonly object[]> {
  const { docs } = await database().collection('audit').where('who', '==', who).get()
  return docs.map((document) => document.data())
}

test('a command that moves goods, money or personal data names an owner, and stands in the audit trail', async (t) => {
  const { id, number, member } = await sell()
  const ship = ['ship', number, '--carrier', '黑貓宅急便', '--tracking', '901234567890']
  const nobody = await runCommand('cli/orders.ts', ship)
  expect(nobody).toMatchObject({ code: 1 })
  expect(nobody.text).toContain('請加上 --who')
  const other = await runCommand('cli/orders.ts', [...ship, '--who', member.email])
  expect(other).toMatchObject({ code: 1 })
  expect(other.text).toContain('不是店主的帳號')
  expect(await storedDocument(`orders/${id}`)).toMatchObject({ status: '已付款' })

  const folder = await mkdtemp(join(tmpdir(), 'ourtee-trail-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const owner = await newOwner()
  const as = (...words: readonly string[]) => orders(...words, '--who', owner.email)
  expect(await as('refund', number, '80', '--reason', '缺件')).toMatchObject({ code: 0 })
  expect(await as('refund', number, '9000', '--reason', '缺件')).toMatchObject({ code: 1 })
  expect(await as(...ship)).toMatchObject({ code: 0 })
  const copy = await as('customer', member.email, '--export', '--out', folder)
  expect(copy, copy.text).toMatchObject({ code: 0 })
  const month = `${number.slice(5, 9)}-${number.slice(9, 11)}`
  await as('export', month, '--out', folder)

  const trail = (await trailOf(owner.uid)).map((entry) => Object(entry))
  expect(trail.every(({ via }) => via === 'command')).toBe(true)
  const lines = trail.map(
    ({ kind, action = kind, outcome, object }) => `${action} ${outcome} ${object}`,
  )
  expect(
    lines.map((line) => line.replace(/customer-[0-9a-f]{16}$/, 'customer')).toSorted(),
  ).toEqual([
    `download ok money-${month}`,
    `download ok orders-${month}`,
    'exportCustomerAction ok customer',
    `refundAction ok ${number}`,
    `refundAction too-much ${number}`,
    `shipAction ok ${number}`,
  ])
  const { history } = await storedDocument(`orders/${id}`)
  expect(history).toContainEqual(
    expect.objectContaining({ type: 'parcel.shipped', who: owner.email }),
  )
  const told = await lettersAbout(owner.uid)
  expect(told.map(({ subject }) => subject).join('\n')).toContain('有人下載了一位顧客的全部資料')
})

test('words that make no command are answered with the one that is wrong', async () => {
  const result = await orders('destroy')
  expect(result.code).toBe(1)
  expect(result.text).toContain('不認得的指令「destroy」')
  expect((await orders('export', '2026-13')).text).toContain('您寫的是「2026-13」')
})
