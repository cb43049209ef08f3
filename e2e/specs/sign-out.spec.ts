import { giveSession, newMember, type Member, sessionCookie } from '../support/accounts.ts'
import { callAction } from '../support/actions.ts'
import { addresses } from '../support/addresses.ts'
import { orderRequest } from '../support/orders.ts'
import { expect, test } from '../support/shop.ts'

const statusOf = async (session: string) => {
  const headers = { cookie: `__session=${session}` }
  const answer = await fetch(new URL('/account', addresses().shop), { headers, redirect: 'manual' })
  return answer.status
}

const order = async ({ session }: Pick<Member, 'session'>, request = orderRequest()) =>
  (await callAction('placeOrderAction', { page: '/checkout', session, args: [request] })).result

test('signing out ends the session for a copied cookie too, and leaves other devices signed in @long', async ({
  page,
  context,
}) => {
  const member = await newMember()
  // The stand-in's cookies of one second are one cookie.
  const signedInAt = Math.floor(Date.now() / 1000)
  await expect.poll(() => Math.floor(Date.now() / 1000)).toBeGreaterThan(signedInAt)
  const phone = await sessionCookie(member)
  expect([await statusOf(member.session), await statusOf(phone)]).toEqual([200, 200])

  await giveSession(context, member.session)
  await page.goto('/account')
  await page.getByRole('button', { name: '登出', exact: true }).click()
  await page.waitForURL((url) => url.pathname === '/')
  expect([await statusOf(member.session), await statusOf(phone)]).toEqual([307, 200])
  expect(await order(member)).toEqual({ ok: false, code: 'signed-out' })
  expect(await order({ session: phone })).toMatchObject({ ok: true })
})

test('a sign-out ends at the home page although the browser drops the load twice @long', async ({
  page,
  context,
}) => {
  await giveSession(context, (await newMember()).session)
  await page.goto('/account')
  // Safari gives a page load up when the router changes the address meanwhile, which may come twice.
  await page.route('/', (route) => route.abort('aborted'), { times: 2 })
  await page.getByRole('button', { name: '登出', exact: true }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('button', { name: '登出', exact: true })).toHaveCount(0)
})
