import { giveSession } from '../support/accounts.ts'
import { ownerSince } from '../support/owners.ts'
import { signIn } from '../support/pages/sign-in.ts'
import { refuseCookies } from '../support/pages/storefront.ts'
import { expect, test } from '../support/shop.ts'

test('an owner whose sign-in is too old signs in anew and comes to the page @long', async ({
  page,
  context,
}) => {
  const stale = await ownerSince(13)
  await refuseCookies(page)
  await giveSession(context, stale.session)
  await page.goto('/account')
  await page.getByRole('link', { name: '店主頁面' }).click()
  await expect(page.getByText('您的登入已失效')).toBeVisible()
  await signIn(page, stale)
  await expect(page).toHaveURL(/\/owner$/)
  await expect(page.getByRole('navigation', { name: '店主' })).toBeVisible()
})
