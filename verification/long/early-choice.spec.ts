import { holdScripts } from '../../e2e/support/pages/storefront.ts'
import { expect, test } from '../../e2e/support/shop.ts'

test("a size chosen and bought before the page's scripts are there is in the cart, once", async ({
  page,
}) => {
  const letThrough = await holdScripts(page)
  await page.goto('/product/otr-001', { waitUntil: 'commit' })
  await page.getByText('XL', { exact: true }).first().click()
  await page.getByRole('button', { name: '立即預購' }).first().click()
  letThrough()
  await expect(page.getByText('已加入購物車！')).toBeVisible()
  await expect(page.getByRole('radio', { name: 'XL', exact: true })).toBeChecked()
  const cart = await page.evaluate(() => localStorage.getItem('cart') ?? '')
  expect(JSON.parse(cart)).toMatchObject([{ color: '白色', size: 'XL', quantity: 1 }])
})

const LATE =
  "a size chosen before the page's scripts are there is the one that is bought when they are"
test(LATE, { tag: '@phone' }, async ({ page }) => {
  const letThrough = await holdScripts(page)
  await page.goto('/product/otr-001', { waitUntil: 'commit' })
  await page.getByText('XL', { exact: true }).first().click()
  letThrough()
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  // The bar below comes with the scripts.
  await expect(page.getByText('白色・XL・1 件')).toBeVisible()
  await page.getByRole('button', { name: '立即預購' }).last().click()
  await expect(page.getByText('已加入購物車！')).toBeVisible()
  const cart = await page.evaluate(() => localStorage.getItem('cart') ?? '')
  expect(JSON.parse(cart)).toMatchObject([{ size: 'XL', quantity: 1 }])
})
