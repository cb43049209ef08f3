import type { Page } from 'playwright/test'

import { SWEEP_SECRET } from '../../local/environment.ts'
import { expectNoViolation } from '../support/axe.ts'
import { database, storedDocument } from '../support/database.ts'
import { codesAt, controlEcpay } from '../support/ecpay-control.ts'
import { type EcpayShop, expect, test } from '../support/ecpay-shop.ts'
import { lettersAbout } from '../support/pages/mailbox.ts'
import { becomeOwner, sheetPage } from '../support/pages/owner.ts'
import { chooseMethod, memberWithOrder } from '../support/pages/payment.ts'

const SUCCESS = '付款成功！感謝您的訂購。'
const ACCOUNT = { method: 'ATM 轉帳', button: '取得 ATM 轉帳帳號' }
const STORE = { method: '超商代碼', button: '取得超商繳費代碼' }

const groups = (digits: string) => digits.replaceAll(/(.{4})(?=.)/g, '$1 ')

/** Opens the payment page of a member's new order, and has a code made by one of the methods. */
async function takeNumber(page: Page, { ecpay }: EcpayShop, { method, button }: typeof ACCOUNT) {
  const { id } = await memberWithOrder(page.context())
  await page.goto(`/checkout/paypal/${id}`)
  await chooseMethod(page, method)
  await page.getByRole('button', { name: button }).click()
  await expect(
    page.getByRole('heading', { level: 2, name: /^(轉帳資料|超商繳費代碼)$/ }),
  ).toBeVisible()
  const [code, ...more] = await codesAt(ecpay, id)
  expect(more).toEqual([])
  if (!code) throw new Error('No number was made.')
  return { id, code }
}

// The code's own deadline is the only day that asks for something.
async function expectOneDate(page: Page): Promise<void> {
  const text = await page.getByRole('main').innerText()
  const days = text.match(/\d{4}年\d+月\d+日 \d{2}:\d{2} 前/g) ?? []
  expect(new Set(days).size).toBe(1)
  expect(text).not.toContain('小時）')
}

// Time passes: what of an order waits for a look is due, and this shop is swept.
async function sweep({ shop }: EcpayShop, id: string): Promise<void> {
  await database().doc(`orders/${id}`).update({ 'check.at': '2020-01-01T00:00:00.000Z' })
  const headers = { authorization: `Bearer ${SWEEP_SECRET}` }
  expect((await fetch(`${shop}/api/sweep`, { method: 'POST', headers })).status).toBe(200)
}

test('an account, the exact amount and the deadline stand on the page, the order and in a mail, the same after a reload, until it is paid', async ({
  page,
  own,
}) => {
  const { id, code } = await takeNumber(page, own, ACCOUNT)
  const number = page.getByRole('region', { name: '轉帳資料' })
  await expect(number).toContainText(groups(code.number))
  await expect(number).toContainText('004 臺灣銀行')
  await expect(number).toContainText(`NT$${code.amount.toLocaleString('en-US')}`)
  await expectOneDate(page)
  await page.getByText('改用其他付款方式', { exact: true }).click()
  await expect(page.getByText('這組轉帳帳號請勿再使用')).toBeVisible()
  await expect(page.getByRole('radio', { name: /^超商代碼/ })).toHaveCount(0)
  await expectNoViolation(page)
  await page.reload()
  await expect(number).toContainText(groups(code.number))
  expect(await codesAt(own.ecpay, id)).toHaveLength(1)
  await expect
    .poll(async () =>
      (await lettersAbout(id)).some(({ text }) => text.includes(groups(code.number))),
    )
    .toBe(true)
  await page.goto(`/account/order/${id}`)
  await expect(page.getByText('等待轉帳')).toBeVisible()
  await expect(number).toContainText(groups(code.number))
  await expectOneDate(page)
  await expect(page.getByRole('link', { name: '前往付款' })).toHaveCount(0)
  await expect(page.getByRole('link', { name: '查看轉帳資料' })).toBeVisible()
  await controlEcpay(own.ecpay, `/codes/${code.id}/pay`, {})
  await page.goto(`/checkout/paypal/${id}`)
  await expect(page.getByText(SUCCESS)).toBeVisible()
  await expect(number).toHaveCount(0)
  const { status, payment } = await storedDocument(`orders/${id}`)
  expect(status).toBe('已付款')
  expect(payment).toMatchObject({ method: 'atm', attempts: [{ provider: 'ecpay-code' }] })
})

test("a store's code is paid without a push, and found by the sweep @long", async ({
  page,
  own,
}) => {
  const { id, code } = await takeNumber(page, own, STORE)
  const number = page.getByRole('region', { name: '超商繳費代碼' })
  await expect(number).toContainText(groups(code.number))
  await expect(number.getByRole('link', { name: '打開條碼' })).toHaveAttribute('href', /^https:/)
  await controlEcpay(own.ecpay, `/codes/${code.id}/pay`, { push: 'none' })
  await sweep(own, id)
  expect((await storedDocument(`orders/${id}`)).status).toBe('已付款')
})

test('a number is read and copied by keyboard on a narrow telephone, and without a second number by two presses @long', async ({
  page,
  own,
}) => {
  await page.setViewportSize({ width: 320, height: 640 })
  const { id } = await memberWithOrder(page.context())
  await page.goto(`/checkout/paypal/${id}`)
  await chooseMethod(page, ACCOUNT.method)
  const button = page.getByRole('button', { name: ACCOUNT.button })
  await button.focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  const number = page.getByRole('region', { name: '轉帳資料' })
  await expect(number).toBeVisible()
  expect(await codesAt(own.ecpay, id)).toHaveLength(1)
  for (const name of ['複製金額', '複製銀行代碼', '複製轉帳帳號']) {
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name })).toBeFocused()
  }
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow).toBe(0)
  await expectNoViolation(page)
})

test('an order with a number is cancelled with a word about transfers, and money that comes all the same is a review @long', async ({
  page,
  own,
}) => {
  const { id, code } = await takeNumber(page, own, ACCOUNT)
  await page.goto(`/account/order/${id}`)
  await page.getByRole('button', { name: '取消訂單' }).click()
  await expect(page.getByText('若尚未付款，取消後請勿再付')).toBeVisible()
  await page.getByRole('button', { name: '確定取消訂單' }).click()
  await expect(page.getByText('已取消').first()).toBeVisible()
  await expect
    .poll(async () => (await lettersAbout(id)).some(({ text }) => text.includes('請勿轉帳或繳費')))
    .toBe(true)
  await controlEcpay(own.ecpay, `/codes/${code.id}/pay`, {})
  const { payment } = await storedDocument(`orders/${id}`)
  expect(Object(payment).review?.reason).toBe('paid-after-cancel')
})

test('a transfer goes back to an account that its buyer names by the link of a mail, and that the owner sees by proof', async ({
  page,
  own,
  browser,
}) => {
  const { id, code } = await takeNumber(page, own, ACCOUNT)
  await controlEcpay(own.ecpay, `/codes/${code.id}/pay`, {})
  const ownerPage = await (await browser.newContext({ baseURL: own.shop })).newPage()
  const owner = await becomeOwner(ownerPage)
  const sheet = sheetPage(ownerPage)
  await sheet.open(id)
  await sheet.unfold('退款')
  const panel = sheet.panel('退款')
  await panel.getByLabel('原因').fill('退貨')
  await panel.getByLabel('您的密碼', { exact: true }).fill(owner.password)
  await sheet.press('退款')
  await expect(ownerPage.getByText('已寄信請買家填寫退款帳戶')).toBeVisible()

  const linkIn = async () =>
    (await lettersAbout(id))
      .map(({ text }) => /https?:\/\/[^\s#]+\/refund-account#[\w.-]+/.exec(text)?.[0])
      .find(Boolean)
  await expect.poll(linkIn).toBeTruthy()
  const link = new URL((await linkIn()) ?? '')
  const guest = await (await browser.newContext({ baseURL: own.shop })).newPage()
  const answer = await guest.goto(`${link.pathname}${link.hash}`)
  expect(answer?.headers()['cache-control']).toContain('no-store')
  await expect(guest.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/)
  await guest.getByLabel('銀行或郵局').fill('郵局')
  await guest.getByLabel('帳號', { exact: true }).fill('0012345')
  await guest.getByRole('button', { name: '儲存退款帳戶' }).click()
  await expect(guest.getByRole('link', { name: /14 個數字/ })).toBeVisible()
  await expect(guest.getByRole('link', { name: '請填寫戶名' })).toBeVisible()
  await expect(guest.getByLabel('帳號', { exact: true })).toHaveValue('0012345')
  await expectNoViolation(guest)
  await guest.getByLabel('帳號', { exact: true }).fill('0012345-0678901')
  await guest.getByLabel('戶名').fill('王小明')
  await guest.getByRole('button', { name: '儲存退款帳戶' }).click()
  await expect(guest.getByRole('status').filter({ hasText: '收到您的退款帳戶' })).toBeFocused()
  expect(JSON.stringify(await storedDocument(`orders/${id}`))).not.toContain('00123450678901')

  await ownerPage.reload()
  await expect(ownerPage.getByText('00123450678901')).toHaveCount(0)
  const owed = sheet.panel('人工退款')
  await owed.getByLabel('您的密碼', { exact: true }).fill(owner.password)
  await owed.getByRole('button', { name: '看退款帳戶' }).click()
  await expect(owed.getByText('00123450678901')).toBeVisible()
  await expect(owed.getByText('700 中華郵政')).toBeVisible()
  await expect(owed.getByRole('button', { name: '複製帳號' })).toBeVisible()
  await expectNoViolation(ownerPage)
  await Promise.all([guest.context().close(), ownerPage.context().close()])
})
