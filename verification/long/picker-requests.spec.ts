import { giveSession, newMember } from '../../e2e/support/accounts.ts'
import { expect, test } from '../../e2e/support/ecpay-shop.ts'
import { fillRecipient } from '../../e2e/support/pages/checkout.ts'
import { addToCart } from '../../e2e/support/pages/product.ts'
import { saveData } from '../../e2e/support/pages/storefront.ts'

test('opening the picker asks once', async ({ page }) => {
  await saveData(page)
  await giveSession(page.context(), (await newMember()).session)
  await addToCart(page, { id: 'otr-001', size: 'M', units: 1 })
  await page.goto('/checkout')
  await fillRecipient(page)
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  await page.getByText('超商取貨').click()
  await expect(page.getByRole('radio', { name: /^館前門市/ })).toBeVisible()
  expect(requests.filter((url) => url.includes('/api/'))).toHaveLength(1)
  // Beside the picker's own code and styles, which come with it.
  expect(requests.filter((url) => !url.includes('/_next/static/'))).toHaveLength(1)
})
