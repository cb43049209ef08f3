import type { Page } from 'playwright/test'

/** An invented recipient. */
export const RECIPIENT = {
  lastName: '王',
  firstName: '芳',
  phone: '0912345678',
  email: 'fang@example.com',
  zipcode: '100',
  city: '臺北市',
  area: '中正區',
  address: '重慶南路一段 122 號',
} as const

/** Returns an unused address, since each gets at most 20 mails an hour. */
export const newAddress = () => `fang-${crypto.randomUUID()}@example.com`

/** Fills the recipient form for home delivery; city and district fill the zipcode. Returns the e-mail. */
export async function fillRecipient(page: Page, email: string = RECIPIENT.email): Promise<string> {
  await page.getByLabel('姓氏').fill(RECIPIENT.lastName)
  await page.getByLabel('名字').fill(RECIPIENT.firstName)
  await page.getByLabel('手機').fill(RECIPIENT.phone)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('縣市').selectOption(RECIPIENT.city)
  await page.getByLabel('鄉鎮市區').selectOption(RECIPIENT.area)
  await page.getByLabel('地址').fill(RECIPIENT.address)
  return email
}

/** Confirms the order and waits for its payment page; returns the order's document id. */
export async function confirmOrder(page: Page): Promise<string> {
  await page.getByRole('button', { name: '確認訂單並付款' }).click()
  await page.waitForURL(/\/checkout\/paypal\/[\w-]+(?:\?|$)/)
  return new URL(page.url()).pathname.split('/').at(-1) ?? ''
}
