import { expectNoViolation } from '../support/axe.ts'
import {
  drawByTouch,
  drawnLine,
  drawStroke,
  expectDrawn,
  keepDrawn,
  surface,
} from '../support/pages/half.ts'
import { refuseCookies } from '../support/pages/storefront.ts'
import { expect, test } from '../support/shop.ts'

const LINE = [
  [312, 150],
  [400, 60],
  [480, 170],
] as const
const MORE = [
  [500, 100],
  [560, 60],
  [600, 120],
] as const

for (const path of ['/', '/c/otr-001']) {
  test(`a visitor draws the other half on ${path}, undoes a stroke, is done, and finds it again`, async ({
    page,
  }) => {
    await refuseCookies(page)
    await page.goto(path)
    await expect(page.getByText('從線停下的地方畫下去，或選一種接法：')).toBeVisible()
    await drawStroke(page, LINE)
    await expect(page.getByText('畫好一筆，已存在這台裝置。')).toBeVisible()
    const first = await expectDrawn(page)
    await drawStroke(page, MORE)
    await expect(drawnLine(page)).not.toHaveAttribute('d', first)
    await page.getByRole('button', { name: '復原' }).click()
    await expect(drawnLine(page)).toHaveAttribute('d', first)
    await page.getByRole('button', { name: '完成' }).click()
    // A hand that goes over what is done draws nothing.
    await drawStroke(page, MORE)
    await expect(drawnLine(page)).toHaveAttribute('d', first)
    await page.getByRole('button', { name: '接著畫' }).click()
    await drawStroke(page, MORE)
    await expect(drawnLine(page)).not.toHaveAttribute('d', first)
    const both = (await drawnLine(page).getAttribute('d')) ?? ''
    // The same on the other page, and after a reload.
    await page.goto(path === '/' ? '/c/otr-001' : '/')
    await expect(drawnLine(page)).toHaveAttribute('d', both)
    await page.reload()
    await expect(drawnLine(page)).toHaveAttribute('d', both)
    await page.getByRole('button', { name: '重新畫' }).click()
    await expect(drawnLine(page)).toHaveAttribute('d', '')
  })
}

test.describe('without a network', () => {
  // What the page would fetch ahead meanwhile.
  test.use({ expected: [/ERR_INTERNET_DISCONNECTED/] })

  test('a finger draws from the end of the line, up as well as across @phone', async ({
    page,
    context,
  }) => {
    await refuseCookies(page)
    await page.goto('/')
    await surface(page).waitFor()
    await context.setOffline(true)
    await drawByTouch(page, LINE)
    const first = await expectDrawn(page)
    await drawByTouch(page, MORE)
    await expect(drawnLine(page)).not.toHaveAttribute('d', first)
    for (const _stroke of [1, 2]) await page.getByRole('button', { name: '復原' }).click()
    await expect(drawnLine(page)).toHaveAttribute('d', '')
    await context.setOffline(false)
  })
})

test('an ending is chosen by keyboard instead of drawn, and is heard @both', async ({ page }) => {
  await refuseCookies(page)
  for (const path of ['/', '/c/otr-001']) {
    await page.goto(path)
    await page.evaluate(() => localStorage.removeItem('other-half'))
    await page.reload()
    await page.getByRole('button', { name: '再翻一座' }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('status').filter({ hasText: '已接上「再翻一座」。' })).toBeVisible()
    await expectDrawn(page)
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: '完成' })).toBeFocused()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: '讓大家看到' })).toBeFocused()
    await expectNoViolation(page)
  }
})

test('what a browser keeps in place of a half is drawn as nothing', async ({ page }) => {
  await keepDrawn(page, '<img src=x onerror=alert(1)>')
  await page.goto('/c/otr-001')
  await expect(drawnLine(page)).toHaveAttribute('d', '')
})

test('the first paint of the home page waits for nothing of the drawing', async ({ page }) => {
  const { promise: over, resolve: letThrough } = Promise.withResolvers<void>()
  await page.route('**/_next/static/**/*.js', async (route) => {
    await over
    await route.continue()
  })
  await page.goto('/', { waitUntil: 'commit' })
  await expect(page.getByRole('img', { name: /停在半空/ })).toBeVisible()
  const before = await page.getByRole('heading', { level: 1 }).boundingBox()
  letThrough()
  await surface(page).waitFor()
  // Its tools come into a place that waited for them.
  expect(await page.getByRole('heading', { level: 1 }).boundingBox()).toEqual(before)
})
