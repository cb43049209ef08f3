import type { Page } from 'playwright/test'

import { expectNoViolation } from '../support/axe.ts'
import { storedDocument } from '../support/database.ts'
import { cardsAt, codesAt, controlEcpay } from '../support/ecpay-control.ts'
import { type EcpayShop, expect, test } from '../support/ecpay-shop.ts'
import { payWithPaypal } from '../support/pages/payment.ts'
import { cartBadge, confirmBy, expectShort, expectWholeButton } from '../support/pages/purchase.ts'

const SUCCESS = '付款成功！感謝您的訂購。'

test.use({ viewport: { width: 360, height: 640 }, isMobile: true, hasTouch: true })

test('a shirt is bought by card at ECPay in 8 taps on 4 screens, and PayPal offers no second card', async ({
  page,
  own,
}) => {
  const bought = await confirmBy(page, own.shop, '信用卡')
  await bought.tap(page.getByRole('button', { name: '確認付款', exact: true }))
  await expect(page.getByText(SUCCESS)).toBeVisible()
  const id = await expectShort(page, bought)
  expect(await cardsAt(own.ecpay, id)).toHaveLength(1)
  await page.goto('/product/otr-001')
  await expect(cartBadge(page)).toHaveAccessibleName('購物車')
})

/** Pays a payment code that the page shows, as a bank or a store would, and comes back to the page. */
async function payCode(page: Page, { ecpay }: EcpayShop): Promise<string> {
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  const [code, ...more] = await codesAt(ecpay, id)
  expect(more).toEqual([])
  await controlEcpay(ecpay, `/codes/${code?.id}/pay`, {})
  await page.reload()
  await expect(page.getByText(SUCCESS)).toBeVisible()
  return id
}

for (const { method, head, stored } of [
  { method: 'ATM 轉帳', head: '轉帳資料', stored: 'atm' },
  { method: '超商代碼', head: '超商繳費代碼', stored: 'cvs' },
] as const) {
  test(`a shirt is bought by ${method} in 8 taps on 4 screens, with the code first on the page`, async ({
    page,
    own,
  }) => {
    const bought = await confirmBy(page, own.shop, method)
    const code = page.getByRole('region', { name: head })
    await expect(code).toBeVisible()
    await expectNoViolation(page)
    await expect(cartBadge(page)).toHaveAccessibleName('購物車')
    await expectShort(page, bought)
    // The other methods are closed away, so that nobody pays twice.
    await expect(page.getByRole('radio')).toHaveCount(0)
    await expect(page.getByRole('button', { name: /^用/ })).toBeHidden()
    const id = await payCode(page, own)
    expect(await storedDocument(`orders/${id}`)).toMatchObject({ payment: { method: stored } })
  })
}

test('a code that was paid elsewhere brings its lines back into no cart, as long as it is unpaid it does', async ({
  page,
  own,
}) => {
  await confirmBy(page, own.shop, 'ATM 轉帳')
  await expect(page.getByRole('region', { name: '轉帳資料' })).toBeVisible()
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  const confirm = page.getByRole('button', { name: /^確認訂單並付款/ })
  await page.goto('/checkout')
  await expect(confirm).toBeVisible()
  // The same contents are the same order, whose code still lives.
  await confirm.click()
  await expect(page.getByRole('region', { name: '轉帳資料' })).toBeVisible()
  expect(new URL(page.url()).pathname).toContain(id)
  await expect(cartBadge(page)).toHaveAccessibleName('購物車')
  const [code] = await codesAt(own.ecpay, id)
  await page.goto('/')
  await controlEcpay(own.ecpay, `/codes/${code?.id}/pay`, {})
  await expect.poll(async () => (await storedDocument(`orders/${id}`)).status).toBe('已付款')
  await page.goto('/checkout')
  await expect(page.getByText('購物車是空的')).toBeVisible()
  await expect(page).toHaveURL(/\/cart$/)
  await page.goto('/checkout')
  await expect(page.getByText('購物車是空的')).toBeVisible()
})

test('a store’s code is not possible for a large total, and its row says why', async ({
  page,
  own,
}) => {
  await confirmBy(page, own.shop, 'PayPal')
  await expect(page.getByRole('button', { name: 'PayPal', exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: '信用卡／金融卡' })).toHaveCount(0)
  await page.evaluate(() => {
    const line = { id: 'otr-001', title: '旅見 T 恤', image: '/images/products/otr-001-front.jpg' }
    const more = { color: '白色', size: 'M', price: 1540, quantity: 4 }
    localStorage.setItem('cart', JSON.stringify([{ ...line, ...more }]))
  })
  await page.goto('/checkout')
  const row = page.getByRole('radio', { name: '超商代碼 單筆最多 NT$6,000' })
  await expect(row).toBeDisabled()
  await expectNoViolation(page)
})

for (const { method, button } of [
  { method: 'ecpay-card', button: /^用信用卡付/ },
  { method: 'atm', button: '取得 ATM 轉帳帳號' },
  { method: 'cvs', button: '取得超商繳費代碼' },
] as const) {
  test(`the one button of ${method} is whole in the first window of a small phone`, async ({
    page,
  }) => {
    await expectWholeButton(page, method, button)
  })
}

for (const name of ['500', 'drop', 'html'] as const) {
  const when = name === '500' ? {} : { tag: '@long' }
  test(
    `where ECPay answers the request for a code with ${name}, the page names the method and offers the others`,
    when,
    async ({ page, own }) => {
      await controlEcpay(own.ecpay, '/faults', { name, op: 'gen-code', times: 20 })
      await confirmBy(page, own.shop, 'ATM 轉帳')
      await expect(page.getByText('ATM 轉帳目前無法使用。')).toBeVisible()
      await expectNoViolation(page)
      await controlEcpay(own.ecpay, '/faults', undefined, 'DELETE')
      await page.getByRole('radio', { name: /^PayPal/ }).check()
      await payWithPaypal(page)
      await expect(page.getByText(SUCCESS)).toBeVisible()
      const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
      expect(await codesAt(own.ecpay, id)).toEqual([])
      expect(await storedDocument(`orders/${id}`)).toMatchObject({ payment: { method: 'paypal' } })
    },
  )
}
