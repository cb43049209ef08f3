import { INDEXED, refuseCookies, UNLISTED } from '../../e2e/support/pages/storefront.ts'
import { expect, test } from './camera.ts'

const SIGN_IN = [
  '/login',
  '/signup',
  '/reset',
  '/verify-email',
  '/verify-success',
  '/checkout-success',
]
const UNKNOWN = ['/product/unknown', '/blog/unknown', '/unknown']

for (const path of [...[...INDEXED, ...UNLISTED].map(([known]) => known), ...SIGN_IN, ...UNKNOWN]) {
  test(path, async ({ page, shoot }) => {
    await refuseCookies(page)
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await shoot(path === '/' ? 'home' : path.slice(1).replaceAll('/', '-'))
  })
}

test('the question about cookies', async ({ page, shoot }) => {
  await page.goto('/')
  await page.getByRole('region', { name: 'Cookie 設定' }).waitFor()
  await shoot('home-cookies', 'window')
  await page.getByRole('button', { name: '管理偏好' }).click()
  await page.getByRole('button', { name: '確認設定' }).waitFor()
  await shoot('home-cookies-panel', 'window')
  await page.goto('/product/otr-001')
  await page.getByRole('region', { name: 'Cookie 設定' }).waitFor()
  await shoot('product-cookies', 'window')
})
