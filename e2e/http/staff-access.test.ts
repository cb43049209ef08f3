import { test } from 'node:test'

import { OWNER_ROUTES } from '#lib/routes/shop-routes.ts'
import { register, sessionCookie } from '../support/accounts.ts'
import { callAction } from '../support/actions.ts'
import { addresses } from '../support/addresses.ts'
import { storedDocument } from '../support/database.ts'
import { expect } from '../support/expect.ts'
import { runCommand } from '../support/owner-tools.ts'
import { newStaff, OWNER_ACTIONS } from '../support/owners.ts'
import { sell } from '../support/sales.ts'

/** The actions that pack and ship, and the second proof. */
const STAFF_ACTIONS = [
  'shipAction',
  'completeAction',
  'completeChosenAction',
  'noteAction',
  'takeBackAction',
  'searchOrdersAction',
  'previewParcelsAction',
  'shipPastedAction',
  'bookParcelsAction',
  'cancelParcelsAction',
  'settleParcelsAction',
  'beginProofAction',
  'finishProofAction',
  'recoveryCodeAction',
  'signInProofAction',
  'beginPasskeyAction',
  'finishPasskeyAction',
  'removePasskeyAction',
  'renewCodesAction',
]

async function ask(path: string, session: string) {
  const headers = { cookie: `__session=${session}` }
  const response = await fetch(new URL(path, addresses().shop), { redirect: 'manual', headers })
  return { status: response.status, body: await response.text() }
}

test('staff see orders and ship them, and have no other page of the owner', async () => {
  const { session } = await newStaff()
  const { id } = await sell()
  for (const path of ['/owner/orders', '/owner/ship', '/owner/slips', `/owner/order/${id}`]) {
    expect((await ask(path, session)).status, path).toBe(200)
  }
  const others = Object.entries(OWNER_ROUTES).filter(([, { who }]) => who === 'owner')
  for (const [path] of others) {
    const address = path.replace('[kind]/[period]', `money/${new Date().toISOString().slice(0, 7)}`)
    expect((await ask(address, session)).status, path).toBe(path.startsWith('/api/') ? 405 : 404)
  }
  const { body } = await ask(`/owner/order/${id}`, session)
  // Only the rendered part: the templates of missing pages follow it.
  const [drawn = ''] = body.split('self.__next_f')
  expect(drawn).toContain('標記為已出貨')
  expect(drawn).not.toMatch(/退款金額|修改收件資料|\/owner\/(?:books|customer|stock)/)
})

test('slips without an order lead to the orders and print nothing', async () => {
  const { session } = await newStaff()
  for (const paper of ['four', 'list']) {
    const { body } = await ask(`/owner/slips?paper=${paper}`, session)
    const [drawn = ''] = body.split('self.__next_f')
    expect(drawn, paper).toContain('目前沒有可列印的訂單。')
    expect(drawn, paper).not.toMatch(/列印 0 張|列印揀貨單|0 筆訂單/)
  }
})

test("no action of the owner's alone is there for staff", async () => {
  const { session } = await newStaff()
  const { id } = await sell()
  const before = await storedDocument(`orders/${id}`)
  for (const [name, { page, args }] of Object.entries(OWNER_ACTIONS)) {
    if (STAFF_ACTIONS.includes(name)) continue
    const { status, result } = await callAction(name, { page, session, args: [args(id)] })
    expect({ status, result }, name).toEqual({ status: 404, result: undefined })
  }
  expect(await storedDocument(`orders/${id}`)).toEqual(before)
  const parcel = { orderId: id, carrier: '黑貓', trackingNumber: '1', correction: 'no' }
  const call = { page: `/owner/order/${id}`, session, args: [parcel] }
  expect((await callAction('shipAction', call)).result).toEqual({ ok: true, data: null })
  expect(await storedDocument(`orders/${id}`)).toMatchObject({ status: '已出貨' })
})

test('the command makes an account staff, an owner, or neither', async () => {
  const member = await register({ emailVerified: true })
  const statusOf = async (path: string) => (await ask(path, await sessionCookie(member))).status
  const change = (word: string) => runCommand('cli/owner.ts', [word, member.email])
  expect(await change('staff')).toMatchObject({ code: 0 })
  expect([await statusOf('/owner/orders'), await statusOf('/owner')]).toEqual([200, 404])
  expect(await change('grant')).toMatchObject({ code: 0 })
  expect(await statusOf('/owner')).toBe(200)
  expect(await change('revoke')).toMatchObject({ code: 0 })
  expect(await statusOf('/owner/orders')).toBe(404)
})
