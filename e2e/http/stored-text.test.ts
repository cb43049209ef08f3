import { test } from 'node:test'

import { changeMember, idToken, type Member, newMember } from '../support/accounts.ts'
import { callAction } from '../support/actions.ts'
import { database, storedDocument } from '../support/database.ts'
import { expect } from '../support/expect.ts'
import { orderRequest } from '../support/orders.ts'
import { orders } from '../support/owner-tools.ts'
import { RECIPIENT } from '../support/pages/checkout.ts'

const OBEYED = /[\p{Cc}\p{Bidi_Control}]/u

async function placeWith(member: Member, recipient: object) {
  const { result } = await callAction('placeOrderAction', {
    page: '/checkout',
    session: member.session,
    args: [orderRequest({ recipient: { ...RECIPIENT, store: '', note: '', ...recipient } })],
  })
  expect(result).toMatchObject({ ok: true })
  const id = String(result?.id)
  return { id, number: String((await storedDocument(`orders/${id}`)).orderId) }
}

test('a display name with half a character is kept whole, and its member signs in again', async () => {
  const member = await newMember()
  const empty = { lastName: '', firstName: '', phone: '', zipcode: '', city: '', area: '' }
  const saved = await callAction('saveSettingsAction', {
    page: '/account/settings',
    session: member.session,
    args: [{ name: 'x\ud800', phone: '', profile: { ...empty, address: '', store: '' } }],
  })
  expect(saved).toMatchObject({ status: 200, result: { ok: true } })
  const again = await callAction('startSession', { page: '/login', args: [await idToken(member)] })
  expect(again).toMatchObject({ status: 200, result: { ok: true } })
})

test('a member signs in with any name that the sign-in service keeps', async () => {
  const member = await newMember()
  await changeMember(member.uid, { displayName: 'x\ud800\n\u0007' })
  const again = await callAction('startSession', { page: '/login', args: [await idToken(member)] })
  expect(again).toMatchObject({ status: 200, result: { ok: true } })
})

test("a shopper's words are stored without what a terminal obeys, and no command prints it, not of old orders either", async () => {
  const member = await newMember()
  const note = '謝謝\n狀態：已付款\n付款：已付款（COMPLETED）'
  const firstName = '芳\u001b[31mRED\u001b]0;pwned\u0007\u202e'
  const { id, number } = await placeWith(member, { firstName, note })
  expect(await storedDocument(`orders/${id}`)).toMatchObject({
    recipient: { firstName: '芳[31mRED]0;pwned', note },
  })
  await database()
    .doc(`orders/${id}`)
    .update({ 'recipient.address': '路\u001b[2A\u001b[2K\n狀態：已付款' })
  const { text } = await orders('cancel', number, '--reason', '謝謝\u001b[31m')
  expect(text).toContain(number)
  for (const line of text.split('\n')) {
    expect(line).not.toMatch(OBEYED)
    expect(line).not.toMatch(/^(狀態|付款)：已付款/)
  }
})
