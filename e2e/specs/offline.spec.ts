import { expectNoViolation } from '../support/axe.ts'
import { addToCart } from '../support/pages/product.ts'
import { refuseCookies } from '../support/pages/storefront.ts'
import { expect, test } from '../support/shop.ts'

// The browser says of each request that there is no network.
test.use({ serviceWorkers: 'allow', expected: [/ERR_INTERNET_DISCONNECTED|503|Failed to fetch/] })

test('a reload without a network says that the cart is kept, and opens the page again by itself', async ({
  page,
  context,
}) => {
  await refuseCookies(page)
  await addToCart(page, { id: 'otr-001', size: 'L', units: 2 })
  await page.evaluate(() => navigator.serviceWorker.ready.then(({ active }) => active?.state))
  await page.goto('/blog')
  await context.setOffline(true)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('這一頁現在打不開')
  await expect(page.getByText('購物車裡的 2 件都還留在這個瀏覽器裡。')).toBeVisible()
  await expect(page.getByText('網路連線中斷了。')).toBeVisible()
  await expectNoViolation(page)
  // Where money is, the worker does nothing.
  const other = await context.newPage()
  await expect(other.goto('/checkout?from=cart')).rejects.toThrow('ERR_INTERNET_DISCONNECTED')
  await other.close()
  await page.goto('/cart')
  await expect(page.getByRole('link', { name: '再試一次' })).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('購物車')
  await expect(page.getByText('商品小計（2 件）')).toBeVisible()
  expect(await page.evaluate(() => caches.keys())).toEqual([])
})
