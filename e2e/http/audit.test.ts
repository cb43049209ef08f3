import { createHash } from 'node:crypto'
import { test } from 'node:test'

import { idToken, newMember } from '../support/accounts.ts'
import { callAction } from '../support/actions.ts'
import { addresses } from '../support/addresses.ts'
import { database } from '../support/database.ts'
import { expect } from '../support/expect.ts'
import { newOwner } from '../support/owners.ts'
import { lettersAbout } from '../support/pages/mailbox.ts'
import { seedOrders } from '../support/seeded-orders.ts'
import { shopLog } from '../support/start-shop.ts'

const typedHash = (text: string) =>
  `typed-${createHash('sha256').update(text).digest('hex').slice(0, 16)}`

async function trailOf(who: string): Promise<readonly object[]> {
  const { docs } = await database().collection('audit').where('who', '==', who).get()
  return docs.map((document) => document.data())
}

test("an owner's sign-in, export, download and refused proofs are in the trail, and told by mail", async () => {
  const [owner, customer] = await Promise.all([newOwner(), newMember()])
  const { session } = owner
  const begun = await callAction('startSession', { page: '/login', args: [await idToken(owner)] })
  expect(begun.result).toMatchObject({ ok: true })
  const fields = { customer: customer.email }
  const page = '/owner/customer'
  const asked = { ...fields, form: 'json' }
  const copied = await callAction('exportCustomerAction', { page, session, args: [asked] })
  expect(copied.result).toMatchObject({ ok: true })
  const proof = await idToken(customer)
  for (let times = 0; times < 3; times += 1) {
    const refused = { page, session, args: [{ ...fields, proof }] }
    const { result } = await callAction('eraseCustomerAction', refused)
    expect(result).toEqual({ ok: false, code: 'refused' })
  }
  const headers = { cookie: `__session=${session}` }
  const month = new Date().toISOString().slice(0, 7)
  await fetch(new URL(`/owner/books/money/${month}`, addresses().shop), { headers })

  await expect.poll(() => trailOf(owner.uid)).toHaveLength(6)
  const trail = await trailOf(owner.uid)
  expect(trail).toContainEqual(expect.objectContaining({ kind: 'sign-in', outcome: 'ok' }))
  expect(trail).toContainEqual(
    expect.objectContaining({ kind: 'download', object: `money-${month}` }),
  )
  const action = { action: 'eraseCustomerAction', outcome: 'refused' }
  expect(trail).toContainEqual(expect.objectContaining(action))
  const text = JSON.stringify(trail)
  expect(text).toMatch(/customer-[0-9a-f]{16}/)
  expect(text).not.toContain(customer.email)
  const subjects = async () =>
    (await lettersAbout(owner.uid)).map(({ subject }) => subject).join('\n')
  for (const label of [
    '有人以店主帳號登入',
    '有人下載了一位顧客的全部資料',
    '三次以上的身分確認',
  ]) {
    await expect.poll(subjects).toContain(label)
  }
})

test('a field that is no text ends an action before it begins, one that no action knows is not kept', async () => {
  const { session } = await newOwner()
  const [orderId] = await seedOrders(await newMember(), 1)
  const before = shopLog().length
  const noted = async (fields: object) =>
    (await callAction('noteAction', { page: '/owner', session, args: [fields] })).result
  expect(await noted({ orderId: { $ne: null } })).toEqual({ ok: false, code: 'malformed' })
  const odd = { orderId, text: 'x', id: 'words-of-a-sender' }
  expect(await noted(odd)).toMatchObject({ ok: true })
  expect(shopLog().slice(before)).toContain('"action":"noteAction","outcome":"ok"')
  expect(shopLog().slice(before)).not.toContain('words-of-a-sender')
})

test('the trail is found by kind, by e-mail and by order, and is nothing for others', async () => {
  const [owner, member] = await Promise.all([newOwner(), newMember()])
  const { session } = owner
  const page = '/owner/audit'
  const note = { orderId: 'no-such-order', text: 'x' }
  await callAction('noteAction', { page: '/owner', session, args: [note] })
  const search = async (fields: object) =>
    JSON.stringify(
      (await callAction('searchAuditAction', { page, session, args: [fields] })).result,
    )
  expect(await search({ kind: '', about: owner.email })).toContain('"noteAction"')
  expect(await search({ kind: '', about: 'no-such-order' })).toContain('unknown-order')
  expect(await search({ kind: 'download', about: owner.uid })).not.toContain('noteAction')
  const foreign = { page, session: member.session, args: [{ kind: '', about: '' }] }
  expect((await callAction('searchAuditAction', foreign)).result).toBe(undefined)
})

test('a list of which some was not found says so in the trail, which keeps nothing typed', async () => {
  const [owner, member] = await Promise.all([newOwner(), newMember()])
  const number = `Order2026030111-${Date.now()}`
  const [id = ''] = await seedOrders(member, 1, () => ({ orderId: number }))
  const typed = 'wang_fang-0912345678'
  const invoices = `${number} AB12345678\n2099010100-0001 AB12345679`
  const lists: readonly (readonly [name: string, page: string, fields: object])[] = [
    ['settleParcelsAction', '/owner/parcels', { orderIds: `${id} ${typed}` }],
    ['settleParcelsAction', '/owner/parcels', { orderIds: typed }],
    ['completeChosenAction', '/owner/orders', { orderIds: `${id} ${typed}` }],
    ['writeInvoicesAction', '/owner/books', { invoices }],
  ]
  const before = shopLog().length
  for (const [name, page, fields] of lists) {
    await callAction(name, { page, session: owner.session, args: [fields] })
  }
  const trail = (await trailOf(owner.uid)).map((entry) => Object(entry))
  const unknown = typedHash(typed)
  expect(
    trail.map(({ action, outcome, object }) => `${action} ${outcome} ${object}`).toSorted(),
  ).toEqual([
    `completeChosenAction no-such-move ${number} ${unknown}`,
    `settleParcelsAction partly-unknown ${number} ${unknown}`,
    `settleParcelsAction unknown-order ${unknown}`,
    'writeInvoicesAction partly-unknown undefined',
  ])
  expect(JSON.stringify(trail)).not.toContain(typed)
  expect(shopLog().slice(before)).not.toContain(typed)
})
