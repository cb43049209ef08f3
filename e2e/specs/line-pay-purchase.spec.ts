import type { Page } from 'playwright/test'

import { expectNoViolation } from '../support/axe.ts'
import { storedDocument } from '../support/database.ts'
import { expect, test } from '../support/line-pay-shop.ts'
import { SUCCESS, takenAmounts } from '../support/pages/line-pay.ts'
import { cartBadge, confirmBy, expectShort, expectWholeButton } from '../support/pages/purchase.ts'

test.use({ viewport: { width: 360, height: 640 }, isMobile: true, hasTouch: true })

const linePayButton = (page: Page) => page.getByRole('button', { name: /^用 LINE Pay 付/ })

async function expectInWindow(page: Page): Promise<void> {
  const box = await linePayButton(page).boundingBox()
  expect(box).not.toBeNull()
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(640)
}

test('a shirt is bought by LINE Pay in 8 taps on 4 screens, chosen in the checkout', async ({
  page,
  own,
}) => {
  const bought = await confirmBy(page, own.shop, 'LINE Pay')
  await bought.tap(page.getByRole('button', { name: '同意付款', exact: true }))
  await expect(page.getByText(SUCCESS)).toBeVisible()
  const id = await expectShort(page, bought)
  await expect(page.getByRole('region', { name: '付款' })).toContainText('白色・M')
  await expectNoViolation(page)
  expect(await takenAmounts(own, id)).toEqual([1540])
})

test('a shirt is bought by PayPal in 8 taps on 4 screens', async ({ page, own }) => {
  const bought = await confirmBy(page, own.shop, 'PayPal')
  const pay = page.getByRole('button', { name: 'PayPal', exact: true })
  await pay.waitFor()
  const opened = page.waitForEvent('popup')
  await bought.tap(pay)
  await bought.tap((await opened).getByRole('button', { name: '同意付款' }))
  await expect(page.getByText(SUCCESS)).toBeVisible()
  const id = await expectShort(page, bought)
  expect(await storedDocument(`orders/${id}`)).toMatchObject({ payment: { method: 'paypal' } })
})

test("a shirt is bought by PayPal's card button in 8 taps on 4 screens", async ({ page, own }) => {
  const bought = await confirmBy(page, own.shop, '信用卡')
  const pay = page.getByRole('button', { name: '信用卡／金融卡' })
  await pay.waitFor()
  await expect(page.getByRole('button', { name: 'PayPal', exact: true })).toHaveCount(0)
  const opened = page.waitForEvent('popup')
  await bought.tap(pay)
  await bought.tap((await opened).getByRole('button', { name: '同意付款' }))
  await expect(page.getByText(SUCCESS)).toBeVisible()
  const id = await expectShort(page, bought)
  expect(await storedDocument(`orders/${id}`)).toMatchObject({ payment: { method: 'card' } })
})

test('the way back from LINE Pay shows one button in the first window, goes nowhere by itself, and pays once', async ({
  page,
  own,
}) => {
  await confirmBy(page, own.shop, 'LINE Pay')
  await expect(page.getByRole('heading', { level: 1, name: 'LINE Pay 付款' })).toBeVisible()
  await page.goBack()
  await expect(linePayButton(page)).toBeVisible()
  await expectInWindow(page)
  await expectNoViolation(page)
  await expect(cartBadge(page)).toHaveAccessibleName('購物車')
  await page.reload()
  await expect(linePayButton(page)).toBeVisible()
  await expect(page.getByRole('radio')).toHaveCount(0)
  await linePayButton(page).click()
  await page.getByRole('button', { name: '同意付款', exact: true }).click()
  await expect(page.getByText(SUCCESS)).toBeVisible()
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  expect(await takenAmounts(own, id)).toEqual([1540])
})

for (const { method, button } of [
  { method: 'line-pay', button: /^用 LINE Pay 付/ },
  { method: 'paypal', button: /^PayPal$/ },
  { method: 'card', button: /^信用卡／金融卡$/ },
] as const) {
  test(`the one button of ${method} is whole in the first window of a small phone`, async ({
    page,
  }) => {
    await expectWholeButton(page, method, button)
  })
}

test('the choice is remembered on the device, and what was ordered comes back to the checkout', async ({
  page,
  own,
}) => {
  await confirmBy(page, own.shop, 'PayPal')
  await expect(page.getByRole('button', { name: 'PayPal', exact: true })).toBeVisible()
  await expect(cartBadge(page)).toHaveAccessibleName('購物車')
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  await page.getByRole('link', { name: '返回結帳，修改收件資料' }).click()
  await expect(page.getByRole('radio', { name: /^PayPal/ })).toBeChecked()
  await expect(page.getByRole('button', { name: /^確認訂單並付款/ })).toContainText(
    '用 PayPal 付 NT$1,540',
  )
  await page.getByRole('radio', { name: /^LINE Pay/ }).check()
  await page.getByRole('button', { name: /^確認訂單並付款/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'LINE Pay 付款' })).toBeVisible()
  await page.getByRole('button', { name: '同意付款', exact: true }).click()
  await expect(page.getByText(SUCCESS)).toBeVisible()
  // The same contents are the same order, whatever pays it.
  expect(new URL(page.url()).pathname).toContain(id)
  await page.goto('/cart')
  await expect(page.getByText('購物車是空的')).toBeVisible()
})

test.describe('LINE Pay does not answer', () => {
  test.use({ expected: [/503|500/] })

  test('the page names the method that is not available, offers the others, and nothing is taken twice', async ({
    page,
    own,
  }) => {
    await own.linePay.misbehave({ name: '502', op: 'request', times: 20 })
    await confirmBy(page, own.shop, 'LINE Pay')
    await expect(page.getByText('LINE Pay 目前無法使用。')).toBeVisible()
    await expect(page.getByRole('radio', { name: /^LINE Pay/ })).toBeVisible()
    await expectNoViolation(page)
    await page.getByRole('radio', { name: /^PayPal/ }).check()
    const pay = page.getByRole('button', { name: 'PayPal', exact: true })
    await pay.waitFor()
    const opened = page.waitForEvent('popup')
    await pay.click()
    await (await opened).getByRole('button', { name: '同意付款' }).click()
    await expect(page.getByText(SUCCESS)).toBeVisible()
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
    expect(await takenAmounts(own, id)).not.toContain(1540)
    await own.linePay.behave()
  })
})
