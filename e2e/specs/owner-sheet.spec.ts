import { giveSession } from '../support/accounts.ts'
import { expectNoViolation } from '../support/axe.ts'
import { database, storedDocument } from '../support/database.ts'
import { newOwner } from '../support/owners.ts'
import { becomeOwner, sheetPage } from '../support/pages/owner.ts'
import { refuseCookies } from '../support/pages/storefront.ts'
import { place, sell } from '../support/sales.ts'
import { expect, test } from '../support/shop.ts'

const readStored = (id: string) => storedDocument(`orders/${id}`)

async function eventTypes(id: string): Promise<readonly string[]> {
  const { history } = await readStored(id)
  return Array.isArray(history) ? history.map((event) => String(Object(event).type)) : []
}

test('an order is shipped, its parcel corrected, and completed; its member sees each', async ({
  page,
  browser,
}) => {
  const owner = await becomeOwner(page)
  const { id, member } = await sell()
  const sheet = sheetPage(page)
  await sheet.open(id)
  await expectNoViolation(page)
  await page.getByLabel('物流公司').fill('黑貓宅急便')
  await sheet.press('標記為已出貨')
  await expect(sheet.refusal('請填寫物流公司和追蹤編號。')).toBeFocused()
  await page.getByLabel('追蹤編號').fill('9070 1234')
  await page.getByLabel('追蹤編號').press('Enter')
  await expect(page.getByText('已登記，會員看得到追蹤編號。')).toBeVisible()
  // The form that says the same has gone when its timeline is there.
  await expect(page.getByRole('button', { name: '標記為已出貨' })).toHaveCount(0)
  await expect(page.getByText('標記為已出貨', { exact: true })).toBeVisible()
  await expect(page.getByText(`店主 ${owner.email}`)).toBeVisible()

  await page.getByLabel('追蹤編號').fill('9070-9999')
  await sheet.press('更正')
  await expect(page.getByText('更正物流資料：原為 黑貓宅急便 9070 1234')).toBeVisible()

  const context = await browser.newContext()
  await giveSession(context, member.session)
  const theirs = await context.newPage()
  await theirs.goto(`/account/order/${id}`)
  await expect(theirs.getByText('9070-9999')).toBeVisible()
  await context.close()

  await sheet.press('標記為已完成')
  await expect(page.locator('[data-status="已完成"]')).toBeVisible()
  await expect(sheet.panel('標記為已完成')).toHaveCount(0)
  expect(await readStored(id)).toMatchObject({
    status: '已完成',
    shipment: { carrier: '黑貓宅急便', trackingNumber: '9070-9999' },
  })
  expect((await readStored(id)).history).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ type: 'parcel.shipped', by: 'owner', who: owner.email }),
      expect.objectContaining({ type: 'order.completed', by: 'owner', who: owner.email }),
    ]),
  )
})

test('a recipient is edited until the parcel leaves; notes and the invoice stand in the story @long', async ({
  page,
}) => {
  await becomeOwner(page)
  const { id } = await sell({ note: '請放管理室' })
  const sheet = sheetPage(page)
  await sheet.open(id)
  await sheet.unfold('修改收件資料')
  const panel = sheet.panel('修改收件資料')
  await panel.getByLabel('手機').fill('12')
  await sheet.press('儲存收件資料')
  await expect(sheet.refusal('收件資料不完整')).toBeFocused()
  await panel.getByLabel('手機').fill('0987654321')
  await panel.getByLabel('地址').fill('仁愛路 1 號')
  await sheet.press('儲存收件資料')
  await expect(page.getByText('修改收件資料：原為 手機：0912345678; 地址：')).toBeVisible()
  expect(await readStored(id)).toMatchObject({
    recipient: { phone: '0987654321', address: '仁愛路 1 號', note: '請放管理室' },
  })

  await sheet.press('加備註')
  await expect(sheet.refusal('請寫下內容。')).toBeFocused()
  await sheet.panel('加備註').getByLabel('備註').fill('買家來電\n週三前要收到')
  await sheet.press('加備註')
  await expect(page.getByText('店主備註：買家來電 週三前要收到')).toBeVisible()
  await expect(sheet.panel('加備註').getByLabel('備註')).toHaveValue('')

  await sheet.unfold('登記發票號碼')
  await page.getByLabel('發票號碼').fill('A1')
  await sheet.press('儲存發票號碼')
  await expect(sheet.refusal('兩個英文字母')).toBeFocused()
  await page.getByLabel('發票號碼').fill('ab-12345678')
  await sheet.press('儲存發票號碼')
  await expect(page.getByText('登記發票號碼：AB12345678')).toBeVisible()
  expect(await readStored(id)).toMatchObject({ invoiceNumber: 'AB12345678' })
})

test('an unpaid order is cancelled with a reason, unless money is on its way @long', async ({
  page,
}) => {
  await becomeOwner(page)
  const { id } = await place()
  const sheet = sheetPage(page)
  await sheet.open(id)
  await sheet.unfold('取消訂單')
  await sheet.press('取消訂單')
  await expect(sheet.refusal('請寫下原因。')).toBeFocused()
  await sheet.panel('取消訂單').getByLabel('原因').fill('買家要求')
  await sheet.press('取消訂單')
  await expect(page.locator('[data-status="已取消"]')).toBeVisible()
  await expect(page.getByText('取消訂單：買家要求')).toBeVisible()
  expect(await readStored(id)).toMatchObject({ status: '已取消' })
})

test('a payment under review shows what PayPal holds and ends as its owner says @long', async ({
  page,
}) => {
  await becomeOwner(page)
  const { id } = await sell()
  const review = { reason: 'second-capture', at: new Date().toISOString() }
  const fields = { status: '待付款', 'payment.state': 'review', 'payment.review': review }
  await database().doc(`orders/${id}`).update(fields)
  const sheet = sheetPage(page)
  await sheet.open(id)
  await expect(page.getByText('待人工核對（收到第二筆款項）')).toBeVisible()
  await expect(sheet.panel('結束核對').getByText('NT$3,080（已收款）')).toBeVisible()
  await expectNoViolation(page)
  // What the shop would refuse while PayPal holds the money is not offered.
  const offered = page.getByLabel('結果').getByRole('option')
  await expect(offered).toHaveText(['已收款：留下這筆款項，訂單成立'])
  await sheet.panel('結束核對').getByLabel('原因').fill('誤收')
  await sheet.press('結束核對')
  await expect(page.getByText('核對結果：已收款：誤收')).toBeVisible()
  expect(await readStored(id)).toMatchObject({ status: '已付款', payment: { state: 'paid' } })
})

test('two owners ship the same order at once: one parcel, the other is reported @long', async ({
  page,
  browser,
}) => {
  await becomeOwner(page)
  const second = await newOwner()
  const context = await browser.newContext()
  await giveSession(context, second.session)
  const { id } = await sell()
  const other = await context.newPage()
  await refuseCookies(other)
  const pages = [page, other]
  for (const [index, one] of pages.entries()) {
    await sheetPage(one).open(id)
    await one.getByLabel('追蹤編號').fill(`parcel-${index}`)
  }
  await Promise.all(pages.map((one) => sheetPage(one).press('標記為已出貨')))
  const isNotified = pages.map(async (one) => {
    const refusal = sheetPage(one).refusal('已用另一個追蹤編號出貨')
    await expect(refusal.or(one.getByText('已登記，會員看得到追蹤編號。'))).toBeVisible()
    return (await refusal.count()) > 0
  })
  expect((await Promise.all(isNotified)).filter(Boolean)).toHaveLength(1)
  expect((await eventTypes(id)).filter((type) => type === 'parcel.shipped')).toHaveLength(1)
  await context.close()
})

test('a return that a member asked for is accepted, received, and its units go back to the stock @long', async ({
  page,
}) => {
  await becomeOwner(page)
  const { id } = await sell()
  const at = new Date().toISOString()
  const items = [{ index: 0, quantity: 1 }]
  const words = { reason: '尺寸不合', contact: '0912345678' }
  const request = { number: 1, state: 'requested', items, ...words, requestedAt: at, changedAt: at }
  const fields = { status: '已完成', completedAt: at, returns: [request], returnState: 'requested' }
  await database().doc(`orders/${id}`).update(fields)
  await page.goto('/owner/orders?view=attention')
  const sheet = sheetPage(page)
  await sheet.open(id)
  await expect(sheet.panel('回覆退換貨申請').getByText('原因：尺寸不合')).toBeVisible()
  await page.getByLabel('回覆', { exact: true }).selectOption('refused')
  await sheet.press('回覆會員')
  await expect(sheet.refusal('請寫下原因。')).toBeFocused()
  await page.getByLabel('回覆', { exact: true }).selectOption('accepted')
  await page.getByLabel('給會員的話').fill('請寄回臺北')
  await sheet.press('回覆會員')
  await expect(page.getByText('同意退換貨：請寄回臺北')).toBeVisible()
  await page.getByLabel('回覆', { exact: true }).selectOption('received')
  await page.getByLabel('是，收到的商品還能賣').check()
  await sheet.press('回覆會員')
  await expect(page.getByText('收到退貨：商品已放回庫存')).toBeVisible()
  await expect(sheet.panel('回覆退換貨申請')).toHaveCount(0)
  expect(await readStored(id)).toMatchObject({ returns: [{ state: 'received' }], restocked: [1] })
})
