import type { Page } from 'playwright/test'

import { SWEEP_SECRET } from '../../../local/environment.ts'
import { database } from '../database.ts'
import { takenBy } from '../line-pay-control.ts'
import { expect, type LinePayShop } from '../line-pay-shop.ts'

export const SUCCESS = '付款成功！感謝您的訂購。'

/** Goes to LINE Pay's page by the button of the payment page. */
export async function goToLinePay(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^用 LINE Pay 付/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'LINE Pay 付款' })).toBeVisible()
}

/** Pays with LINE Pay on the payment page and returns. */
export async function pay(page: Page): Promise<void> {
  await goToLinePay(page)
  await page.getByRole('button', { name: '同意付款', exact: true }).click()
  await expect(page.getByText(SUCCESS)).toBeVisible()
}

/** Time passes: what of an order waits for a look is due, and this shop is swept. */
export async function sweep({ shop }: LinePayShop, id: string): Promise<void> {
  await database().doc(`orders/${id}`).update({ 'check.at': '2020-01-01T00:00:00.000Z' })
  const headers = { authorization: `Bearer ${SWEEP_SECRET}` }
  const { status } = await fetch(`${shop}/api/sweep`, { method: 'POST', headers })
  expect(status).toBe(200)
}

/** Returns LINE Pay's captured amounts of an order. */
export async function takenAmounts(
  { linePay }: LinePayShop,
  id: string,
): Promise<readonly number[]> {
  return (await linePay.payments(id)).map(takenBy)
}
