import { type BrowserContext, expect, type Page } from 'playwright/test'

import { giveSession, type Member, newMember } from '../accounts.ts'
import { placeInTurn } from '../orders.ts'

/** Chooses another payment method on the payment page, by its name there. */
export async function chooseMethod(page: Page, name: string): Promise<void> {
  const other = page.getByRole('button', { name: '換一種付款方式' })
  const row = page.getByRole('radio', { name: new RegExp(`^${name} `) })
  await expect(other.or(row).first()).toBeVisible()
  if (!(await row.isVisible())) await other.click()
  await row.check()
}

/** Opens PayPal's window by PayPal's button on the payment page. */
export async function openWindow(page: Page, button: RegExp): Promise<Page> {
  const pay = page.getByRole('button', { name: button }).first()
  await pay.waitFor()
  const opened = page.waitForEvent('popup')
  await pay.click()
  return opened
}

/** Pays on the payment page with PayPal, and agrees in PayPal's window. */
export async function payWithPaypal(page: Page): Promise<void> {
  const window = await openWindow(page, /PayPal/)
  await window.getByRole('button', { name: '同意付款' }).click()
}

/** A member signed in to this browser with an order that awaits payment; returns its document id. */
export async function memberWithOrder(
  context: BrowserContext,
): Promise<{ readonly id: string; readonly member: Member }> {
  const member = await newMember()
  await giveSession(context, member.session)
  return { id: await placeInTurn(member), member }
}
