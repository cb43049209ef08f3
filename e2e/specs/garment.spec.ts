import decodeQR from 'qr/decode.js'
import sharp from 'sharp'

import { expectPage } from '../support/pages/storefront.ts'
import { expect, test } from '../support/shop.ts'

test('the page greets who wears the shirt, in this order, without price and cookie notice @long', async ({
  page,
}) => {
  await page.goto('/C/OTR-001')
  await expectPage(page, '旅見 T 恤')
  await expect(page.getByRole('figure', { name: '旅見 T 恤胸前的圖' })).toBeVisible()
  await expect(page.getByText('謝謝你帶著它上路。')).toBeVisible()
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([
    '這一筆的由來',
    '把另一半補上',
    '聲音',
    '怎麼照顧',
    '破了先補',
    '穿到不能再穿',
    '想多讀一點',
    '再一件，或送一件',
  ])
  await expect(page.getByRole('main')).not.toContainText('NT$')
  await expect(page.getByRole('region', { name: 'Cookie 設定' })).toHaveCount(0)
  const camera = page.getByRole('link', { name: '打開相機' })
  await expect(camera).toHaveAttribute('href', '/c/otr-001/camera')
  await page.getByRole('link', { name: '共衣設計室' }).click()
  await expectPage(page, '共衣設計室')
  await page.getByRole('link', { name: '靜意 T 恤' }).click()
  await expectPage(page, '靜意 T 恤')
  await page.getByRole('link', { name: '看這一款' }).click()
  await expect(page).toHaveURL(/\/product\/ots-001$/)
})

test('a style without a drawing has the camera too @long', async ({ page }) => {
  await page.goto('/c/otd-001')
  await expect(page.getByRole('heading', { name: '拍一張自己的' })).toBeVisible()
  await page.getByRole('link', { name: '打開相機' }).click()
  await expectPage(page, '日常 T 恤的相機')
  await expect(page.getByText('拍下眼前的樣子')).toBeVisible()
})

test('a style that is gone from the shop keeps its page', { tag: '@long' }, async ({ page }) => {
  await page.goto('/C/OTX-001')
  await expectPage(page, '從前 T 恤')
  await expect(page.getByText('這一款已經不再販售。')).toBeVisible()
  await expect(page.getByRole('link', { name: '看這一款' })).toHaveCount(0)
})

for (const path of ['/', '/product/ots-001']) {
  test(
    `the code on ${path} is scanned from a desktop's screen`,
    { tag: '@long' },
    async ({ page }) => {
      await page.goto(path)
      const code = page.getByRole('figure', { name: /的 QR Code/ })
      const picture = sharp(await code.screenshot())
        .ensureAlpha()
        .raw()
      const { data, info } = await picture.toBuffer({ resolveWithObject: true })
      const style = path === '/' ? 'OTR-001' : 'OTS-001'
      const read = new URL(decodeQR({ width: info.width, height: info.height, data }))
      expect(read.pathname).toBe(`/C/${style}`)
    },
  )
}

test('a phone has a button instead of the code @long', { tag: '@phone' }, async ({ page }) => {
  await page.goto('/product/otr-001')
  await expect(page.getByRole('figure', { name: /的 QR Code/ })).toBeHidden()
  await page.getByRole('link', { name: '打開這一款的頁面' }).click()
  await expectPage(page, '旅見 T 恤')
  await expect(page).toHaveURL(/\/c\/otr-001$/)
})

test('a sound plays by keyboard, one at a time, and can be listened to from any place', async ({
  page,
}) => {
  await page.goto('/c/otr-001')
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(request.url()))
  const place = page.getByRole('slider', { name: '路上的播放位置' })
  await expect(place).toBeDisabled()
  expect(loaded.filter((url) => url.endsWith('.mp3'))).toEqual([])
  await page.getByRole('button', { name: '播放：路上' }).press('Enter')
  await expect(page.getByRole('button', { name: '暫停：路上' })).toBeFocused()
  await expect(place).toBeEnabled()
  expect(Number(await place.getAttribute('max'))).toBeGreaterThan(15)
  await place.press('End')
  await place.press('ArrowLeft')
  await expect(place).toHaveAttribute('aria-valuetext', /^0:\d\d，共 0:\d\d$/)
  await page.getByRole('button', { name: '播放：水邊' }).click()
  await expect(page.getByRole('button', { name: '暫停：水邊' })).toBeVisible()
  await expect(page.getByRole('button', { name: '播放：路上' })).toBeVisible()
  await page.getByRole('button', { name: '暫停：水邊' }).click()
  await expect(page.getByRole('button', { name: '播放：水邊' })).toBeVisible()
})

test.describe('where a sound does not come', () => {
  test.use({ expected: [/ERR_FAILED/] })

  test('it says so, and plays when it is asked for again', async ({ page }) => {
    await page.route('**/sounds/*', (route) => route.abort())
    await page.goto('/c/otr-001')
    await page.getByRole('button', { name: '播放：路上' }).click()
    const problem = page.getByText('聲音無法載入，請檢查網路後再試一次。')
    await expect(problem).toBeVisible()
    await page.unroute('**/sounds/*')
    await page.getByRole('button', { name: '播放：路上' }).click()
    await expect(page.getByRole('button', { name: '暫停：路上' })).toBeVisible()
    await expect(problem).toBeHidden()
  })
})
