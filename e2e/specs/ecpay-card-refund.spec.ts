import type { Browser, Page } from 'playwright/test'

import type { Member } from '../support/accounts.ts'
import { expectNoViolation } from '../support/axe.ts'
import { storedDocument } from '../support/database.ts'
import { type CardAtEcpay, cardsAt, controlEcpay, givenBackOf } from '../support/ecpay-control.ts'
import { type EcpayShop, expect, test } from '../support/ecpay-shop.ts'
import { goToCashier } from '../support/pages/cashier.ts'
import { becomeOwner, sheetPage } from '../support/pages/owner.ts'

test.use({ cardRefunds: '1' })

// From 20:10 to 20:35 in Taipei the shop sends nothing.
const taipei = () => new Date(Date.now() + 8 * 60 * 60 * 1000).toISOString().slice(11, 16)
test.beforeEach(() => {
  test.skip(taipei() >= '20:08' && taipei() < '20:35', 'ECPay closes the day')
})

async function cardOf({ ecpay }: EcpayShop, id: string): Promise<CardAtEcpay> {
  const [card] = await cardsAt(ecpay, id)
  if (!card) throw new Error('No card was paid')
  return card
}

type Sheet = { readonly owner: Member; readonly page: Page; readonly id: string }

/** A member pays by card, the charge comes into this state, and an owner opens the order's refund. */
async function openRefund(
  page: Page,
  { own, browser, state }: { own: EcpayShop; browser: Browser; state: string },
): Promise<Sheet> {
  const id = await goToCashier(page)
  await page.getByRole('button', { name: '確認付款', exact: true }).click()
  await expect(page.getByText('付款成功！感謝您的訂購。')).toBeVisible()
  const { id: number } = await cardOf(own, id)
  await controlEcpay(own.ecpay, `/cards/${number}/state`, { closeAs: state })
  const ownerPage = await (await browser.newContext({ baseURL: own.shop })).newPage()
  const owner = await becomeOwner(ownerPage)
  await sheetPage(ownerPage).open(id)
  await sheetPage(ownerPage).unfold('退款')
  return { owner, page: ownerPage, id }
}

async function press({ owner, page }: Sheet, amount?: string): Promise<void> {
  const panel = sheetPage(page).panel('退款')
  if (amount !== undefined) await panel.getByLabel('退款金額（元）').fill(amount)
  await panel.getByLabel('原因').fill('瑕疵')
  await panel.getByLabel('您的密碼', { exact: true }).fill(owner.password)
  await panel.getByRole('button', { name: '退款', exact: true }).click()
}

test('the owner gives a card back from the order, in part and then whole, and ECPay has both once @long', async ({
  page,
  own,
  browser,
}) => {
  const sheet = await openRefund(page, { own, browser, state: 'Captured' })
  await expectNoViolation(sheet.page)
  await press(sheet, '80')
  await expect(sheet.page.getByText('已退款 NT$80。')).toBeVisible()
  expect(givenBackOf(await cardOf(own, sheet.id))).toBe(80)
  await press(sheet)
  // 3,080 less the 80 that went back first.
  await expect(sheet.page.getByText('已退款 NT$3,000。')).toBeVisible()
  const card = await cardOf(own, sheet.id)
  expect(givenBackOf(card)).toBe(card.amount)
  const { payment } = await storedDocument(`orders/${sheet.id}`)
  expect(payment).toMatchObject({ state: 'refunded', refundedAmount: card.amount })
  expect(card.refunds).toHaveLength(2)
})

test('a part of a charge of the day waits for the close, and the page says until when @long', async ({
  page,
  own,
  browser,
}) => {
  const sheet = await openRefund(page, { own, browser, state: 'Authorized' })
  await press(sheet, '80')
  await expect(
    sheet.page.getByText(/綠界科技目前無法退款，.+20:35.* 之後自動退款，無須再按。/),
  ).toBeVisible()
  await expectNoViolation(sheet.page)
  expect(givenBackOf(await cardOf(own, sheet.id))).toBe(0)
})

test('a refund whose answer is lost is not called done or failed, and moves money once @long', async ({
  page,
  own,
  browser,
}) => {
  const sheet = await openRefund(page, { own, browser, state: 'Captured' })
  const { id: number } = await cardOf(own, sheet.id)
  const fault = { name: 'drop', op: 'card-action', orderRef: number }
  await controlEcpay(own.ecpay, '/faults', fault)
  await press(sheet, '80')
  await expect(sheet.page.getByText(/尚未確認 NT\$80 是否已退款/)).toBeVisible()
  await expectNoViolation(sheet.page)
  expect(givenBackOf(await cardOf(own, sheet.id))).toBe(0)
})
