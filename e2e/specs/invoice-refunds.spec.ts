import type { Page } from 'playwright/test'

import type { Member } from '../support/accounts.ts'
import { expectNoViolation } from '../support/axe.ts'
import { controlEcpay } from '../support/ecpay-control.ts'
import { expect, test } from '../support/ecpay-shop.ts'
import { buyInvoiced, invoicesOf, invoiceState } from '../support/invoiced-sales.ts'
import { lettersAbout } from '../support/pages/mailbox.ts'
import { becomeOwner, sheetPage } from '../support/pages/owner.ts'

async function issuedOrder(shop: string) {
  const order = await buyInvoiced(shop)
  await expect.poll(() => invoiceState(order.id)).toBe('issued')
  return order
}

async function refund(page: Page, owner: Member, amount?: string): Promise<void> {
  const panel = sheetPage(page).panel('退款')
  if (amount !== undefined) await panel.getByLabel('退款金額（元）').fill(amount)
  await panel.getByLabel('原因').fill('退貨')
  await panel.getByLabel('您的密碼', { exact: true }).fill(owner.password)
  await panel.getByRole('button', { name: '退款', exact: true }).click()
  await expect(page.getByText(/^已退款 NT\$/).first()).toBeVisible()
}

async function openRefund(page: Page, id: string): Promise<void> {
  await sheetPage(page).open(id)
  await sheetPage(page).unfold('退款')
}

const undoneLetters = async (id: string) =>
  (await lettersAbout(id)).map(({ subject }) => subject).filter((one) => one.includes('（因退款）'))

test('a whole refund in time voids the invoice, as the form says before it is pressed @long', async ({
  page,
  own: { shop, ecpay },
}) => {
  const owner = await becomeOwner(page)
  const { id, number } = await issuedOrder(shop)
  await openRefund(page, id)
  await expect(page.getByText(/^發票：全部退款會作廢發票 .*前）/)).toBeVisible()
  await expectNoViolation(page)
  await refund(page, owner)
  await expect.poll(() => invoiceState(id)).toBe('void')
  const [invoice] = await invoicesOf(ecpay, number)
  expect([invoice.voidedAt === null, invoice.allowances]).toEqual([false, []])
  await expect.poll(() => undoneLetters(id)).toHaveLength(1)
})

test('a whole refund after the 13th is an allowance, as the form says @long', async ({
  page,
  own: { shop, ecpay },
}) => {
  const owner = await becomeOwner(page)
  await controlEcpay(ecpay, '/clock', { at: '2026-01-20T02:00:00Z' })
  const { id, number } = await issuedOrder(shop)
  await controlEcpay(ecpay, '/clock', { at: new Date().toISOString() })
  await openRefund(page, id)
  await expect(page.getByText(/^發票：全部退款會開立折讓單 /)).toBeVisible()
  await refund(page, owner)
  await expect.poll(async () => (await invoicesOf(ecpay, number))[0].allowances.length).toBe(1)
  const [invoice] = await invoicesOf(ecpay, number)
  expect([invoice.voidedAt, invoice.allowances[0].amount]).toEqual([null, 3080])
})
