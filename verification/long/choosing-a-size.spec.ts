import type { Page } from 'playwright/test'

import { refuseCookies } from '../../e2e/support/pages/storefront.ts'
import { expect, test } from '../../e2e/support/shop.ts'

test.beforeEach(({ page }) => refuseCookies(page))

test('button, toast and the way to the cart name what goes into it', async ({ page }) => {
  await page.goto('/product/otr-001')
  const add = page.getByRole('button', { name: '立即預購・S' }).first()
  await expect(add).toBeVisible()
  await add.click()
  await expect(page.getByText('已加入購物車！白色・S')).toBeVisible()
  await expect(page.getByRole('link', { name: '前往購物車（白色・S，1 件）' })).toBeVisible()
  await page.getByRole('group', { name: '尺寸' }).getByText('M', { exact: true }).click()
  await page.getByRole('button', { name: '立即預購・M' }).first().click()
  await expect(page.getByRole('link', { name: '前往購物車（這款 2 件）' })).toBeVisible()
})

test('the sizes of a sold-out shirt are announced as such', async ({ page }) => {
  await page.goto('/product/ots-001')
  for (const size of ['S', 'XXL']) {
    await expect(page.getByRole('radio', { name: `${size} ，已售完` })).toBeVisible()
  }
  await expect(page.getByText('現在買得到的另一款')).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText('打樣')
  await expect(page.getByText('商品圖為電腦算繪', { exact: true })).toBeVisible()
})

async function advise(page: Page, height: string, weight: string): Promise<void> {
  await page.getByLabel('身高（公分）').fill(height)
  await page.getByLabel('體重（公斤）').fill(weight)
  await page.getByRole('button', { name: '查看建議尺寸' }).click()
}

test('the size finder names neighbours, and has a button for everybody', async ({ page }) => {
  await page.goto('/product/otr-001')
  await page.getByRole('button', { name: '幫我選尺寸' }).click()
  const answer = page.getByRole('form', { name: '尺寸建議' })
  await advise(page, '178', '60')
  await expect(answer).toContainText('最接近的是 M：衣長偏短一些，寬度合適。在意衣長選 L。')
  await expect(answer.getByRole('button', { name: /^選 / })).toHaveText(['選 M', '選 L'])
  await advise(page, '１６０', '４８')
  await expect(answer).toContainText('這組數字不在尺寸表的範圍裡。最接近的是 S')
  await answer.getByRole('button', { name: '選 S' }).click()
  await expect(page.getByRole('button', { name: '立即預購・S' }).first()).toBeVisible()
})

test('a toast rests at the bottom, and rises only where it would cover the button', async ({
  page,
}) => {
  await page.goto('/product/otr-001')
  const add = page.getByRole('main').locator('form > button').first()
  const toast = page.getByText('已加入購物車！').first()
  const press = async (block: ScrollLogicalPosition) => {
    await add.evaluate((button, at) => {
      button.scrollIntoView({ block: at })
      // Out from under the tabs, which a press would else have to scroll it from.
      if (at === 'end') scrollBy(0, 70)
    }, block)
    await add.click()
    await expect(toast).toBeInViewport()
    const [over, under] = [await toast.boundingBox(), await add.boundingBox()]
    await expect(toast).toBeHidden()
    return { bottom: (over?.y ?? 0) + (over?.height ?? 0), top: under?.y ?? 0 }
  }
  await page.setViewportSize({ width: 390, height: 844 })
  const high = await press('center')
  expect(high.bottom).toBeGreaterThan(844 - 60 - 60)
  const low = await press('end')
  expect(low.bottom).toBeLessThanOrEqual(low.top)
})

test('on a laptop a toast rests at the bottom, on the edge of a button at most', async ({
  page,
}) => {
  for (const [width, height] of [
    [1280, 800],
    [1024, 768],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.goto('/product/otr-001')
    const toast = page.locator('[data-sonner-toast]')
    const add = page.getByRole('main').locator('form > button').first()
    await add.evaluate((button) => button.scrollIntoView({ block: 'end' }))
    await add.click()
    const left = async () => {
      const box = await toast.boundingBox()
      return height - (box?.y ?? 0) - (box?.height ?? 0)
    }
    await expect.poll(left, { message: `${width}` }).toBeLessThan(40)
    await expect(toast).toHaveCount(0)
  }
})
