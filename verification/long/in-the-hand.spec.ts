import { giveSession, newMember } from '../../e2e/support/accounts.ts'
import { refuseCookies, storeCart, storedLine } from '../../e2e/support/pages/storefront.ts'
import { expect, test } from '../../e2e/support/shop.ts'

test.use({ viewport: { width: 360, height: 760 }, isMobile: true, hasTouch: true })

test.beforeEach(({ page }) => refuseCookies(page))

test('the buy bar is there from the first window, asks for a size, goes while the button is in sight, and leads to the checkout', async ({
  page,
}) => {
  await page.goto('/product/otr-001')
  const bar = page.locator('[data-shown]')
  await expect(page.getByRole('radio', { name: 'S', exact: true })).toBeChecked()
  await expect(bar).toContainText('NT$1,540・目前選 S')
  await bar.getByRole('button', { name: '選擇尺寸' }).tap()
  await expect(page.getByRole('group', { name: '尺寸' })).toBeInViewport()
  expect(await page.evaluate(() => localStorage.getItem('cart'))).toBe(null)
  await page.getByRole('group', { name: '尺寸' }).getByText('S', { exact: true }).tap()
  await page.getByRole('heading', { name: '尺寸表' }).scrollIntoViewIfNeeded()
  await expect(bar).toContainText('白色・S・1 件')
  await page.reload()
  await bar.getByRole('button', { name: '選擇尺寸' }).tap()
  await expect(page.getByRole('radio', { name: 'S', exact: true })).toBeFocused()
  await page.keyboard.press('Space')
  await page.getByRole('heading', { name: '尺寸表' }).scrollIntoViewIfNeeded()
  await expect(bar).toContainText('白色・S・1 件')
  await page.getByRole('group', { name: '尺寸' }).getByText('M', { exact: true }).tap()
  const real = page.getByRole('main').locator('form > button')
  await real.evaluate((button) => button.scrollIntoView({ block: 'center' }))
  await expect(bar).toHaveCount(0)
  await page.getByRole('heading', { name: '尺寸表' }).scrollIntoViewIfNeeded()
  await expect(bar).toContainText('白色・M・1 件')
  await bar.getByRole('button', { name: '立即預購' }).tap()
  await expect(page.getByText('已加入購物車！')).toBeVisible()
  await expect(bar).toContainText('購物車有 1 件')
  await bar.getByRole('link', { name: '去結帳' }).tap()
  await expect(page).toHaveURL(/\/login\?redirect=%2Fcheckout/)
})

test('a toast does not cover the button that was pressed', async ({ page }) => {
  await page.goto('/product/otr-001')
  const add = page.getByRole('main').locator('form > button')
  await add.evaluate((button) => button.scrollIntoView({ block: 'end' }))
  await add.tap()
  const toast = page.getByText('已加入購物車！')
  await expect(toast).toBeInViewport()
  const covers = async () => {
    const [over, under] = [await toast.boundingBox(), await add.boundingBox()]
    return (over?.y ?? 0) + (over?.height ?? 0) > (under?.y ?? 0)
  }
  await expect.poll(covers).toBe(false)
  await expect(page.getByRole('link', { name: /^前往購物車/ })).toBeVisible()
})

test('from the checkout to the payment there is no bar below, and pairs of fields side by side', async ({
  page,
}) => {
  await giveSession(page.context(), (await newMember()).session)
  await storeCart(page, JSON.stringify([storedLine()]))
  await page.goto('/checkout')
  const [last, first] = [page.getByLabel('姓氏'), page.getByLabel('名字')]
  await expect(last).toBeVisible()
  expect((await last.boundingBox())?.y).toBe((await first.boundingBox())?.y)
  await expect(page.getByRole('navigation', { name: '快速選單' })).toBeHidden()
  await expect(page.getByRole('link', { name: '2 件 NT$3,080 看訂單內容' })).toBeVisible()
  await expect(page.getByRole('contentinfo').getByRole('navigation')).toHaveCount(0)
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  await page.evaluate(() => window.scrollBy(0, -50))
  expect(await page.evaluate(() => window.scrollY > window.innerHeight)).toBe(true)
  await expect(page.getByRole('button', { name: '回到頁面頂端' })).toHaveCount(0)
})
