import { giveSession, newMember } from '../support/accounts.ts'
import { expectNoViolation } from '../support/axe.ts'
import { database } from '../support/database.ts'
import { confirmOrder, fillRecipient, RECIPIENT } from '../support/pages/checkout.ts'
import { lettersAbout } from '../support/pages/mailbox.ts'
import { refuseCookies, storeCart, storedLine } from '../support/pages/storefront.ts'
import { expect, test } from '../support/shop.ts'

test("a mail's link shows its order without signing in, and nothing about a person @phone-long", async ({
  page,
  context,
  browser,
}) => {
  const member = await newMember()
  await giveSession(context, member.session)
  await refuseCookies(page)
  await storeCart(page, JSON.stringify([storedLine({ quantity: 1 })]))
  await page.goto('/checkout')
  await fillRecipient(page)
  const id = await confirmOrder(page)
  await expect.poll(async () => (await lettersAbout(id)).length).toBe(1)
  const [letter] = await lettersAbout(id)
  const link = /https?:\/\/\S+\/order#[\w.-]+/.exec(letter?.text ?? '')?.[0] ?? ''
  const { hash, origin } = new URL(link)
  const stranger = await browser.newContext()
  const visit = await stranger.newPage()
  await refuseCookies(visit)
  const answered = visit.waitForResponse((response) => response.request().method() === 'POST')
  await visit.goto(`${origin}/order${hash}`)
  expect((await answered).headers()['cache-control']).toContain('no-store')
  expect((await answered).request().headers()).not.toHaveProperty(
    'referer',
    expect.stringContaining(hash),
  )
  const main = visit.getByRole('main')
  await expect(main.getByText('旅見')).toBeVisible()
  await expect(main.getByText('待付款')).toBeVisible()
  await expect(main.getByText('NT$1,540').first()).toBeVisible()
  for (const secret of [
    RECIPIENT.lastName + RECIPIENT.firstName,
    RECIPIENT.phone,
    RECIPIENT.address,
    member.email,
  ]) {
    await expect(main).not.toContainText(secret)
  }
  await expect(visit.locator('meta[name="referrer"]')).toHaveAttribute('content', 'no-referrer')
  await expectNoViolation(visit)

  await visit.route('**/order', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  )
  await visit.reload()
  await visit.getByRole('button', { name: '再試一次' }).waitFor()
  await visit.unroute('**/order')
  await visit.getByRole('button', { name: '再試一次' }).press('Enter')
  await expect(main.getByText('旅見')).toBeVisible()
  await expect(main.locator(':focus')).toHaveCount(1)
  await visit.getByRole('link', { name: '登入並付款' }).click()
  await expect(visit.getByRole('heading', { name: '登入', exact: true })).toBeVisible()

  await database()
    .doc(`orders/${id}`)
    .update({ 'recipient.email': 'else@example.com', email: 'else@example.com' })
  await visit.goto(`/order${hash}`)
  await visit.reload()
  await expect(visit.getByRole('alert').filter({ hasText: '這個連結已失效。' })).toBeVisible()
  await expectNoViolation(visit)
  await stranger.close()
})
