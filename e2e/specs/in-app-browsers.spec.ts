import { expectNoViolation } from '../support/axe.ts'
import { standInForGoogle } from '../support/google-script.ts'
import { refuseCookies, storeCart, storedLine } from '../support/pages/storefront.ts'
import { expect, test } from '../support/shop.ts'

const ANDROID = 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/131 Mobile'
const APPS = [
  ['LINE', `${ANDROID} Line/14.20.1/IAB`],
  ['Instagram', `${ANDROID} Instagram 361.0.0.35.82 Android`],
  ['Facebook', `${ANDROID} [FB_IAB/FB4A;FBAV/492.0.0.37.66;]`],
  ['Threads', `${ANDROID} Barcelona 361.0.0.41 Android`],
  ['這個 App', ANDROID.replace(')', '; wv)')],
] as const

// On a phone, the sign-in code loads Google's script at once.
test.beforeEach(async ({ page }) => {
  await standInForGoogle(page.context())
  await refuseCookies(page)
  await storeCart(page, JSON.stringify([storedLine()]))
})

for (const [name, userAgent] of APPS) {
  // The way out is the same in both of Meta's.
  test.describe(`in ${name}`, { tag: '@long' }, () => {
    test.use({ userAgent, permissions: ['clipboard-read', 'clipboard-write'] })

    test('Google is not offered, and there is a way out with the cart', async ({
      page,
      browser,
    }) => {
      await page.goto('/login?redirect=/checkout')
      await expect(page.getByText(`在 ${name} 裡無法使用 Google 登入`)).toBeVisible()
      await expect(page.getByRole('button', { name: '使用 Google 登入' })).toHaveCount(0)
      await expect(page.getByRole('button', { name: '使用 Facebook 登入' })).toBeVisible()
      await expectNoViolation(page)
      const way = page.getByRole('link', { name: '用瀏覽器開啟' })
      let address = ''
      if (name === 'LINE') {
        await expect(way).toHaveAttribute('href', /^\/cart\?openExternalBrowser=1#cart=/)
        address = await way.evaluate((link: HTMLAnchorElement) => link.href)
      } else {
        await page.getByRole('button', { name: '複製網址' }).click()
        await expect(page.getByText('請打開 Safari 或 Chrome，貼上網址。')).toBeVisible()
        address = await page.evaluate(() => navigator.clipboard.readText())
      }
      const elsewhere = await browser.newContext({ userAgent: ANDROID })
      const other = await elsewhere.newPage()
      await other.goto(address)
      await expect(other.getByRole('link', { name: '旅見 T 恤' }).first()).toBeVisible()
      await expect(other).toHaveURL(/\/cart$/)
      await other.reload()
      await expect(other.getByText('商品小計（2 件）')).toBeVisible()
      await elsewhere.close()
    })
  })
}

test('a browser of its own offers Google @long', async ({ page }) => {
  await page.goto('/signup')
  await expect(page.getByRole('button', { name: '使用 Google 登入' })).toBeVisible()
  await expect(page.getByText('裡無法使用 Google 登入')).toHaveCount(0)
})
