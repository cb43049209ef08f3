import type { Page } from 'playwright/test'

import { giveSession, newMember } from '../support/accounts.ts'
import { expectNoViolation } from '../support/axe.ts'
import { database, storedDocument } from '../support/database.ts'
import { newCode } from '../support/discount-codes.ts'
import { controlEcpay } from '../support/ecpay-control.ts'
import { expect, test } from '../support/ecpay-shop.ts'
import { buyInvoiced, invoicesOf, invoiceState, placeInvoiced } from '../support/invoiced-sales.ts'
import { newOwner } from '../support/owners.ts'
import { fillRecipient } from '../support/pages/checkout.ts'
import { lettersAbout } from '../support/pages/mailbox.ts'
import { sheetPage } from '../support/pages/owner.ts'
import { addToCart } from '../support/pages/product.ts'
import { pay } from '../support/sales.ts'
import { sweepShop } from '../support/sweep-shop.ts'

const KINDS = [
  { kind: 'email' },
  { kind: 'carrier', carrier: '/AB+1.-9' },
  { kind: 'company', taxId: '04595257', company: '示範股份有限公司' },
  { kind: 'donation', donation: '168001' },
] as const

test('every kind of invoice is issued once after the payment, and its buyer reads the number', async ({
  page,
  own: { shop, ecpay },
}) => {
  for (const invoice of KINDS) {
    const { id, number, member } = await buyInvoiced(shop, invoice)
    await expect.poll(() => invoiceState(id)).toBe('issued')
    await sweepShop(shop)
    const [one, ...more] = await invoicesOf(ecpay, number)
    expect(more).toEqual([])
    const stored = await storedDocument(`orders/${id}`)
    expect(stored.invoiceNumber).toBe(one.id)
    const letters = async () =>
      (await lettersAbout(id))
        .filter(({ subject }) => subject.startsWith('電子發票'))
        .map(({ subject }) => subject.includes(one.id))
    await expect.poll(letters).toEqual([true])
    await giveSession(page.context(), member.session)
    await page.goto(`/account/order/${id}`)
    await expect(page.getByText(`${one.id}（隨機碼 ${one.random}`)).toBeVisible()
  }
})

test('an order with a code and one with an offer are invoiced by lines that add up to what was paid', async ({
  own: { shop, ecpay },
}) => {
  const code = await newCode({ value: 100 })
  const shirts = [{ id: 'otd-001', color: '白色', size: 'XL', quantity: 3 }]
  for (const change of [
    { code, displayedTotal: 2980 },
    { lines: shirts, displayedTotal: 1500 },
  ]) {
    const member = await newMember()
    await database().doc(`users/${member.uid}`).set({ hasPaid: true }, { merge: true })
    const id = String((await placeInvoiced(shop, member, { kind: 'email' }, change))?.id)
    await pay({ ...member, shop }, id)
    await expect.poll(() => invoiceState(id)).toBe('issued')
    const order = await storedDocument(`orders/${id}`)
    const [invoice] = await invoicesOf(ecpay, String(order.orderId))
    expect(invoice).toMatchObject({ amount: change.displayedTotal })
    expect(order).toMatchObject({
      totalAmount: change.displayedTotal,
      invoicing: { amount: change.displayedTotal },
    })
  }
})

test("a company's name is reported to members alone", async ({ own: { shop } }) => {
  const ask = async (session: string | undefined, taxId = '04595257') => {
    const headers = new Headers(session === undefined ? [] : [['cookie', `__session=${session}`]])
    const answer = await fetch(`${shop}/api/company?taxId=${taxId}`, { headers })
    expect(answer.headers.get('cache-control')).toBe('no-store')
    return [answer.status, await answer.text()] as const
  }
  expect(await ask(undefined)).toEqual([401, ''])
  expect(await ask('eyJhbGciOiJub25lIn0.e30.')).toEqual([401, ''])
  const { session } = await newMember()
  const [status, body] = await ask(session)
  expect([status, typeof Object(JSON.parse(body)).name]).toEqual([200, 'string'])
  expect(await ask(session, '04595258')).toEqual([400, ''])
})

test('a refusal in unknown words goes to the owner, who has it tried again @long', async ({
  page,
  own: { shop, ecpay },
}) => {
  const fault = { name: 'text', op: 'issue', code: 5_999_999, text: '沒有見過的錯誤' }
  await controlEcpay(ecpay, '/faults', fault)
  const { id, number } = await buyInvoiced(shop)
  await expect.poll(() => invoiceState(id)).toBe('failed')
  await giveSession(page.context(), (await newOwner()).session)
  await page.goto('/owner')
  await expect(page.getByRole('listitem').filter({ hasText: number })).toBeVisible()
  await page.goto(`/owner/order/${id}`)
  await expect(page.getByText(/沒有見過的錯誤/).first()).toBeVisible()
  await page.getByRole('button', { name: '再試一次' }).click()
  await expect.poll(() => invoiceState(id)).toBe('issued')
  await page.reload()
  await page.getByText('退款', { exact: true }).click()
  await expect(page.getByText(/^發票：全部退款會作廢發票 /)).toBeVisible()
  await expectNoViolation(page)
})

test('the owner corrects a tax id before the invoice is issued, by the checks of the buyer @long', async ({
  page,
  own: { shop, ecpay },
}) => {
  const fault = { name: 'text', op: 'issue', code: 5_999_999, text: '統一編號錯誤' }
  await controlEcpay(ecpay, '/faults', fault)
  const wrong = { kind: 'company', taxId: '04595257', company: '另一家公司' }
  const { id, number } = await buyInvoiced(shop, wrong)
  await expect.poll(() => invoiceState(id)).toBe('failed')
  await giveSession(page.context(), (await newOwner()).session)
  await page.goto(`/owner/order/${id}`)
  const panel = sheetPage(page).panel('更正發票資料')
  await panel.locator('summary').click()
  await expect(panel.getByText('現在是：統一編號 04595257 另一家公司')).toBeVisible()
  await panel.getByLabel('統一編號').fill('04595258')
  await panel.getByLabel('公司抬頭').fill('共衣創作')
  const save = panel.getByRole('button', { name: '儲存發票資料' })
  await save.click()
  await expect(panel.getByText(/統一編號不正確，請再核對 8 位數字/)).toBeVisible()
  await panel.getByLabel('發票開立方式').selectOption('carrier')
  await panel.getByLabel('手機條碼').fill('/ABC12ZZ')
  await save.click()
  await expect(panel.getByText(/財政部查無這個手機條碼/)).toBeVisible()
  await expectNoViolation(page)
  await panel.getByLabel('發票開立方式').selectOption('company')
  await panel.getByLabel('統一編號').fill('2209-9131')
  await panel.getByLabel('公司抬頭').fill('共衣創作')
  await save.click()
  await expect.poll(() => invoiceState(id)).toBe('issued')
  const [one, ...more] = await invoicesOf(ecpay, number)
  expect(more).toEqual([])
  expect(one.data).toMatchObject({ CustomerIdentifier: '22099131', CustomerName: '共衣創作' })
  await page.reload()
  await expect(page.getByText('原為 統一編號 04595257 另一家公司')).toBeVisible()
})

async function openInvoice(page: Page, kind: string): Promise<void> {
  await giveSession(page.context(), (await newMember()).session)
  await addToCart(page, { id: 'otr-001', size: 'M', units: 1 })
  await page.goto('/checkout')
  await fillRecipient(page)
  await page.getByLabel('發票開立方式').selectOption(kind)
}

test('checkout refuses a barcode that does not exist, takes one that nobody checks, and names a company @long', async ({
  page,
  own: { shop },
}) => {
  await openInvoice(page, 'carrier')
  await page.getByLabel('手機條碼', { exact: true }).fill('/ABC12ZZ')
  await page.getByRole('button', { name: '確認訂單並付款' }).click()
  await expect(page.getByRole('alert').filter({ hasText: '查無這個手機條碼' })).toBeVisible()
  await page.getByLabel('發票開立方式').selectOption('company')
  await page.getByLabel('統一編號').fill('04595257')
  await page.getByRole('button', { name: '填入公司抬頭' }).click()
  await expect(page.getByLabel('公司抬頭')).toHaveValue('示範股份有限公司')
  await expectNoViolation(page)
  const away = { kind: 'carrier', carrier: '/ABCAWAY' }
  expect(await placeInvoiced(shop, await newMember(), away)).toMatchObject({ ok: true })
})

test('few numbers, none, and a next period that is not set up stand on the first page @long', async ({
  page,
  own: { shop, ecpay },
}) => {
  const stored = database().doc('sweeps/invoice-numbers')
  await giveSession(page.context(), (await newOwner()).session)
  const reads = async (text: string, left: string) => {
    await page.goto('/owner')
    const notice = page.getByRole('alert').filter({ hasText: text })
    await expect(notice).toContainText(left)
    await expectNoViolation(page)
  }
  // As the sweep stores it from the 20th of an even month.
  const notices = ['few-left', 'next-missing']
  await stored.set({ requestedAt: new Date().toISOString(), left: 12, notices })
  await reads('發票字軌即將用完', '還有 12 個號碼')
  await reads('下一期的發票字軌尚未啟用', '還有 12 個號碼')

  // The stand-in forgets the numbers of this period once its clock is in the next.
  const inTwoPeriods = new Date(Date.now() + 70 * 24 * 60 * 60 * 1000)
  await controlEcpay(ecpay, '/clock', { at: inTwoPeriods.toISOString() })
  await stored.delete()
  await sweepShop(shop)
  await reads('發票字軌已用完，或這一期尚未啟用', '還有 0 個號碼')
  await controlEcpay(ecpay, '/clock', { at: new Date().toISOString() })
  await stored.delete()
  await sweepShop(shop)
  await page.goto('/owner')
  await expect(page.getByText('發票字軌已用完')).toHaveCount(0)
})
