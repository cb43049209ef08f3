import { expect, type Page } from 'playwright/test'

import { expectNoViolation } from '../axe.ts'
import { memberWithOrder } from './payment.ts'

/** Opens the payment page of a member's new order, and goes to ECPay's cashier by its button; the order's document. */
export async function goToCashier(page: Page): Promise<string> {
  const { id } = await memberWithOrder(page.context())
  await page.goto(`/checkout/paypal/${id}`)
  await expectNoViolation(page)
  await page.getByRole('button', { name: /^用信用卡付/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: '綠界信用卡付款' })).toBeVisible()
  return id
}
