import { giveSession, newMember } from '../support/accounts.ts'
import { refuseCookies, storeCart, storedLine } from '../support/pages/storefront.ts'
import { expect, test } from '../support/shop.ts'

const color = (one: Element) => getComputedStyle(one).backgroundColor

const OLD = [storedLine({ price: 1200, quantity: 1 }), storedLine({ size: 'L', quantity: 1 })]

test('cart and checkout correct an old price at once and say so beside its line', async ({
  page,
}) => {
  await refuseCookies(page)
  await giveSession(page.context(), (await newMember()).session)
  await storeCart(page, JSON.stringify(OLD))
  await page.goto('/checkout')
  const told = page.getByText('價格有更新', { exact: true })
  await expect(told).toHaveCount(1)
  const lines = page.getByRole('listitem').filter({ hasText: '旅見' })
  await expect(lines.filter({ hasText: '白色・M' })).toContainText(/NT\$1,540.*價格有更新/)
  await expect(page.getByRole('region', { name: '訂單內容' })).toContainText('總計NT$3,080')
  // A page that checks no cart: the checkout corrects whatever lies in the storage while it is open.
  await page.goto('/about')
  await page.evaluate((text) => localStorage.setItem('cart', text), JSON.stringify(OLD))
  await page.goto('/cart')
  await expect(told).toHaveCount(1)
  await expect(lines.filter({ hasText: '白色・M' })).toContainText('NT$1,540 價格有更新')
})

test('two quick presses put one shirt into the cart, and the way on is the main button', async ({
  page,
}) => {
  await refuseCookies(page)
  await page.clock.install()
  await page.goto('/product/otr-001?size=M')
  const real = page.getByRole('main').locator('form > button')
  await expect(real).toHaveText('立即預購・M')
  await real.dblclick()
  await expect(page.getByText('已加入購物車！白色・M（購物車共 1 件）')).toBeVisible()
  await expect(real).toHaveText('再加一件・M')
  const onward = page.getByRole('link', { name: '前往結帳' })
  expect(await onward.evaluate(color)).toBe('rgb(184, 68, 26)')
  expect(await real.evaluate(color)).not.toBe('rgb(184, 68, 26)')
  // Later it is meant.
  await page.clock.fastForward(600)
  await real.click()
  await expect(page.getByText('購物車共 2 件')).toBeVisible()
})
