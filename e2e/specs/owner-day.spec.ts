import type { Page } from 'playwright/test'

import { register } from '../support/accounts.ts'
import { expectNoViolation } from '../support/axe.ts'
import { database } from '../support/database.ts'
import { becomeOwner, sheetPage } from '../support/pages/owner.ts'
import { paymentFields, seedOrders } from '../support/seeded-orders.ts'
import { expect, test } from '../support/shop.ts'

/** Presses for a day of 40 orders from today's page; a paste counts as one. */
const PRESSES = 7

/** Counts what an owner presses. */
function hand(page: Page) {
  let presses = 0
  return {
    presses: () => presses,
    press: async (role: 'link' | 'button' | 'checkbox', name: string | RegExp) => {
      presses += 1
      await page.getByRole(role, { name }).first().click()
    },
    paste: async (label: string, text: string) => {
      presses += 1
      await page.getByLabel(label).fill(text)
    },
  }
}

const hour = (hours: number) => new Date(Date.now() - hours * 60 * 60 * 1000).toISOString()

test('a day of 40 orders is printed and shipped in seven presses @phone-long', async ({ page }) => {
  await becomeOwner(page)
  const member = await register()
  const prefix = `Order20260302${String(10 + Math.floor(Math.random() * 14))}`
  const start = 1000 + Math.floor(Math.random() * 8000)
  const numbers = Array.from({ length: 40 }, (_, index) => `${prefix}-${start + index}`)
  const ids = await seedOrders(member, 40, (index) => ({
    orderId: numbers[index],
    // Older than what other tests sell at the same time, so that they stand together.
    createdAt: new Date(Date.parse('2025-01-01') + index * 60_000).toISOString(),
    status: '已付款',
    paidAt: hour(1),
    ...paymentFields({ state: 'paid', attempt: 'captured' }),
  }))
  const { press, paste, presses } = hand(page)
  await page.addInitScript(() => {
    window.print = () => document.body.toggleAttribute('data-printed')
  })
  await page.goto('/owner')
  await expectNoViolation(page)
  await press('link', /可出貨/)
  await expectNoViolation(page)
  await press('checkbox', '全選')
  await press('button', '列印出貨單')
  const slip = page.getByRole('article', { name: numbers[0] ?? '' })
  await expect(slip.getByText('王小明')).toBeVisible()
  await expectNoViolation(page)
  await press('button', /^列印 \d+ 張$/)
  await expect(page.locator('body[data-printed]')).toHaveCount(1)

  await press('link', '整批出貨')
  const text = numbers.map((number, index) => `${number}\t9070${index}`).join('\n')
  await paste('訂單編號與追蹤編號', text)
  await expect(page.getByText('讀到 40 筆。')).toBeVisible()
  await expectNoViolation(page)
  await press('button', '全部標記為已出貨')
  await expect(page.getByText('40 筆已出貨')).toBeVisible()
  expect(presses()).toBe(PRESSES)

  const shipped = await Promise.all(ids.map((id) => database().doc(`orders/${id}`).get()))
  expect(shipped.map((order) => order.get('shipment.trackingNumber'))).toEqual(
    numbers.map((_, index) => `9070${index}`),
  )
})

const number = (index: number) => `Order2026030299-1${process.pid}${index}`

const short = (index: number) => number(index).replace('Order', '')

test('a pasted list with wrong lines ships what it can and names the rest; sent again it changes nothing @long', async ({
  page,
}) => {
  await becomeOwner(page)
  const ids = await seedOrders(await register(), 3, (index) => ({
    orderId: number(index),
    status: index === 2 ? '待付款' : '已付款',
    ...(index === 2 ? {} : paymentFields({ state: 'paid', attempt: 'captured' })),
  }))
  await page.goto('/owner/ship')
  await page.getByRole('button', { name: '全部標記為已出貨' }).click()
  await expect(sheetPage(page).refusal('未讀到訂單編號')).toBeFocused()
  await page.getByLabel('物流公司').fill('新竹物流')
  const list = page.getByLabel('訂單編號與追蹤編號')
  await list.fill(`${short(0)} A-1001\n"${short(1)}",7-11 交貨便,B 1002\n${short(2)} C1003\n亂碼\n`)
  await expect(page.getByText('讀到 3 筆，1 行看不懂。')).toBeVisible()
  for (const _ of [1, 2]) {
    await page.getByRole('button', { name: '全部標記為已出貨' }).click()
    await expect(page.getByText('2 筆已出貨')).toBeVisible()
    await expect(page.getByText(`${number(2)}：還沒有付款。`)).toBeVisible()
    await expect(page.getByText('第 4 行看不懂：亂碼')).toBeVisible()
  }
  const orders = await Promise.all(ids.map((id) => database().doc(`orders/${id}`).get()))
  expect(orders.map((order) => order.get('shipment.carrier'))).toEqual([
    '新竹物流',
    '7-11 交貨便',
    undefined,
  ])
  const shipped = orders.map((order) => {
    const history: unknown = order.get('history')
    return Array.isArray(history) ? history.length : 0
  })
  expect(shipped).toEqual([2, 2, 1])
})

test('orders are found by whatever a customer writes @phone-long @long', async ({ page }) => {
  await becomeOwner(page)
  const mark = `${process.pid}${Date.now() % 100_000}`
  const phone = `09${mark.padStart(8, '5').slice(-8)}`
  const payment = paymentFields({ state: 'paid', attempt: 'captured' })
  const [id = ''] = await seedOrders(await register(), 1, () => ({
    orderId: `Order2026030288-${mark}`,
    createdAt: hour(2),
    status: '已付款',
    ...payment,
    recipient: {
      firstName: `小 ${mark}`,
      lastName: '歐陽',
      phone,
      email: `${mark}@example.com`,
      zipcode: '106',
      city: '臺北市',
      area: '大安區',
      address: `和平東路 ${mark} 號`,
      store: '',
      note: '',
    },
  }))
  // A change of the shop's own gives the seeded order its search keys.
  const sheet = sheetPage(page)
  await sheet.open(id)
  await sheet.panel('加備註').getByLabel('備註').fill('核對收件人')
  await sheet.press('加備註')
  await expect(page.getByText('店主備註：核對收件人')).toBeVisible()
  await page.goto('/owner/orders')
  for (const text of [
    `order2026030288-${mark}`,
    payment.payment.references[0] ?? '',
    String(payment.payment.captureId),
    `歐陽小${mark}`,
    `+886 ${phone.slice(1, 4)}-${phone.slice(4, 7)} ${phone.slice(7)}`,
    `${mark}@EXAMPLE.com`,
  ]) {
    await page.getByLabel('搜尋', { exact: true }).fill(text)
    await page.getByLabel('搜尋', { exact: true }).press('Enter')
    await expect(page.getByText(`「${text}」 共 1 筆`)).toBeVisible()
    await expect(page.getByRole('link', { name: `2026030288-${mark}`, exact: true })).toBeVisible()
  }
  await page.getByRole('link', { name: `2026030288-${mark}`, exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`/owner/order/${id}$`))
  await page.getByLabel('追蹤編號').waitFor()
})
