import { storedDocument } from '../support/database.ts'
import { expect, test } from '../support/line-pay-shop.ts'
import { pay, sweep } from '../support/pages/line-pay.ts'
import { becomeOwner, sheetPage } from '../support/pages/owner.ts'

test('a part is given back by the owner, and the rest in the merchant centre @long', async ({
  page,
  browser,
  own,
  order: id,
}) => {
  await pay(page)
  await using other = await browser.newContext({ baseURL: own.shop, locale: 'zh-TW' })
  const desk = await other.newPage()
  const owner = await becomeOwner(desk)
  const sheet = sheetPage(desk)
  await sheet.open(id)
  await sheet.unfold('退款')
  const panel = sheet.panel('退款')
  await panel.getByLabel('退款金額（元）').fill('80')
  await panel.getByLabel('原因').fill('運費補償')
  await panel.getByLabel('您的密碼', { exact: true }).fill(owner.password)
  await panel.getByRole('button', { name: '退款', exact: true }).dblclick()
  await expect(desk.getByText('已退款 NT$80。')).toBeVisible()
  const amounts = async () =>
    (await own.linePay.payments(id)).flatMap(({ refunds }) => refunds.map(({ amount }) => amount))
  expect(await amounts()).toEqual([80])

  // No event reports this one: the shop checks paid orders once a day.
  await own.linePay.refund(id)
  expect(await amounts()).toEqual([80, 3000])
  await sweep(own, id)
  expect((await storedDocument(`orders/${id}`)).payment).toMatchObject({
    state: 'refunded',
    refundedAmount: 3080,
  })
  await page.goto(`/account/order/${id}`)
  await expect(page.getByText('已退款').first()).toBeVisible()
})
