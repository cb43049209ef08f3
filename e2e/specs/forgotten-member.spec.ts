import type { Page } from 'playwright/test'

import { giveSession, newMember } from '../support/accounts.ts'
import { expect, test } from '../support/shop.ts'

const KEPT = {
  'checkout-draft': '{"of":"x"}',
  checkout: '{}',
  'paid-orders': '[]',
  stores: '[]',
  'verification-mail': '{}',
}

async function keep(page: Page): Promise<void> {
  await page.evaluate((kept) => {
    for (const [key, text] of Object.entries(kept)) {
      localStorage.setItem(key, text)
      sessionStorage.setItem(key, text)
    }
    sessionStorage.clear()
    sessionStorage.setItem('checkout-draft', kept['checkout-draft'])
    localStorage.removeItem('checkout-draft')
    localStorage.setItem('cart', '[]')
  }, KEPT)
}

const keys = (page: Page) =>
  page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)])

test('signing out removes what this tab and another kept of the person, but not the cart @long', async ({
  page,
  context,
}) => {
  const { session } = await newMember()
  await giveSession(context, session)
  const other = await context.newPage()
  for (const tab of [other, page]) {
    await tab.goto('/account')
    await expect(tab.getByRole('button', { name: '登出', exact: true })).toBeVisible()
    await keep(tab)
  }
  await page.getByRole('button', { name: '登出', exact: true }).click()
  await page.waitForURL((url) => url.pathname === '/')
  for (const tab of [page, other]) {
    await expect.poll(() => keys(tab)).toContain('cart')
    for (const key of [...Object.keys(KEPT), 'member']) {
      await expect.poll(() => keys(tab)).not.toContain(key)
    }
  }
})

test('a browser forgets a member once another signs in @long', async ({ page, context }) => {
  await giveSession(context, (await newMember()).session)
  await page.goto('/account')
  await expect.poll(() => keys(page)).toContain('member')
  await keep(page)
  await giveSession(context, (await newMember()).session)
  await page.goto('/account')
  await expect.poll(() => keys(page)).not.toContain('stores')
  expect(await keys(page)).not.toContain('checkout-draft')
  expect(await keys(page)).toContain('cart')
})
