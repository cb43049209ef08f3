import type { Page } from 'playwright/test'

import { expectNoViolation } from '../support/axe.ts'
import { database } from '../support/database.ts'
import { expect, test } from '../support/ecpay-shop.ts'
import { invoicesOf } from '../support/invoiced-sales.ts'
import { becomeOwner } from '../support/pages/owner.ts'

// The net goes, and an answer is lost.
test.use({ expected: [/ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_RESET|Failed to fetch/] })

const goods = (page: Page) => page.getByRole('group', { name: /日常 T 恤/ }).first()
const till = (page: Page) => page.getByText(/^應收/)
const create = (page: Page) => page.getByRole('button', { name: '建立訂單' })
const receipt = (page: Page) => page.getByRole('status').filter({ hasText: /Order\d+-\d+/ })

async function openStall(page: Page, units = '2'): Promise<void> {
  await becomeOwner(page)
  await page.goto('/owner/new')
  await goods(page).getByLabel('M').fill(units)
}

/** The stored manual orders that say so in their note. */
async function ordersNoted(note: string) {
  const { docs } = await database().collection('orders').where('recipient.note', '==', note).get()
  return docs.map((doc) => Object(doc.data()))
}

async function noteSale(page: Page): Promise<string> {
  const note = crypto.randomUUID()
  await page.getByText('備註與超賣').click()
  await page.getByLabel('備註').fill(note)
  return note
}

test('a stall sells at its own price, shows the sum, and the invoice of the buyer’s barcode at once @phone-long', async ({
  page,
  own: { ecpay },
}) => {
  await openStall(page)
  await expect(till(page)).toContainText('NT$1,180')
  await page.getByLabel('日常 T 恤本次單價').fill('500')
  await page.getByLabel('再折讓多少（元）').fill('100')
  await expect(till(page)).toContainText('NT$900')
  await create(page).click()
  const summary = page.getByRole('alert').filter({ hasText: '尚無法建立' })
  await expect(summary).toBeFocused()
  await expect(summary.getByRole('link')).toHaveText(['請填寫折讓的原因', /^手機條碼格式不正確/])
  await expectNoViolation(page)
  await summary.getByRole('link', { name: '請填寫折讓的原因' }).click()
  await expect(page.getByLabel('折讓的原因')).toBeFocused()
  await page.keyboard.type('瑕疵品')
  await page.getByLabel('手機條碼', { exact: true }).fill('/ab+1.-9')
  const note = await noteSale(page)
  await create(page).click()
  await expect(receipt(page)).toBeFocused()
  await expect(receipt(page)).toContainText('收 NT$900')
  const [order] = await ordersNoted(note)
  expect(order).toMatchObject({ totalAmount: 900, invoiceAlarm: null })
  const [invoice, ...more] = await invoicesOf(ecpay, order.orderId)
  expect(more).toEqual([])
  expect(invoice.data).toMatchObject({ CarrierType: '3', CarrierNum: '/AB+1.-9', SalesAmount: 900 })
  await expect(receipt(page)).toContainText(invoice.id)
  await expect(receipt(page)).toContainText(invoice.random)
  // The next sale begins with the prices of this one.
  await expect(till(page)).toContainText('NT$0')
  await expect(page.getByLabel('日常 T 恤本次單價')).toHaveValue('500')
  await expectNoViolation(page)
})

test('an offer of the shop is in the sum, named, and left out where the owner says so @long', async ({
  page,
}) => {
  await openStall(page, '3')
  await expect(till(page)).toContainText('NT$1,500')
  await expect(till(page)).toContainText('日常三件組 −NT$270')
  await page.getByLabel('這筆不套用優惠').check()
  await expect(till(page)).toContainText('NT$1,770')
  await page.getByLabel('這筆不套用優惠').uncheck()
  await page.getByLabel('發票類型').selectOption('paper')
  await expectNoViolation(page)
  const note = await noteSale(page)
  await create(page).click()
  await expect(receipt(page)).toContainText('收 NT$1,500')
  const [order] = await ordersNoted(note)
  expect(order).toMatchObject({
    totalAmount: 1500,
    reductions: [{ kind: 'offer', name: '日常三件組', goods: 270, delivery: 0 }],
  })
})

test('sales without a net are kept over a reload, sent once when it is back, and one that is refused is corrected', async ({
  page,
  context,
}) => {
  await openStall(page)
  const waiting = page.getByRole('region', { name: '尚未送出的訂單' })
  await page.getByLabel('發票類型').selectOption('paper')
  const note = await noteSale(page)
  await page.route('**/owner/new', async (route) => {
    await (route.request().method() === 'POST'
      ? route.abort('internetdisconnected')
      : route.fallback())
  })
  await create(page).click()
  await expect(waiting).toContainText('1 筆尚未送出')
  await expect(waiting).toContainText('日常 T 恤 M ×2，NT$1,180')
  // One that the shop will refuse: more than there are.
  await goods(page).getByLabel('M').fill('999')
  await create(page).click()
  await expect(waiting).toContainText('2 筆尚未送出')
  await expectNoViolation(page)
  await page.reload()
  await expect(waiting).toContainText('2 筆尚未送出')
  await page.unroute('**/owner/new')
  await context.setOffline(true)
  await context.setOffline(false)
  await expect(receipt(page)).toContainText('收 NT$1,180')
  await expect(waiting).toContainText('沒有建立：庫存不足')
  expect(await ordersNoted(note)).toHaveLength(1)
  await waiting.getByRole('button', { name: '打開修改' }).click()
  await goods(page).getByLabel('M').fill('1')
  await create(page).click()
  await expect(waiting).toHaveCount(0)
})

test('a sale whose answer was lost is sent again and stored once @long', async ({ page }) => {
  await openStall(page)
  await page.getByLabel('發票類型').selectOption('paper')
  const note = await noteSale(page)
  await page.route(
    '**/owner/new',
    async (route) => {
      if (route.request().method() !== 'POST') return route.fallback()
      await route.fetch()
      await route.abort('connectionreset')
    },
    { times: 1 },
  )
  await create(page).click()
  const waiting = page.getByRole('region', { name: '尚未送出的訂單' })
  await expect(waiting).toContainText('1 筆尚未送出')
  await waiting.getByRole('button', { name: '現在送出' }).click()
  await expect(receipt(page)).toContainText('收 NT$1,180')
  await expect(waiting).toHaveCount(0)
  expect(await ordersNoted(note)).toHaveLength(1)
})
