import type { BrowserContext, Page } from 'playwright/test'

import { giveSession, type Member, newMember } from '../accounts.ts'
import { placeInTurn } from '../orders.ts'

/** Opens PayPal's window by one of the two buttons of the payment page. */
export async function openWindow(page: Page, button: RegExp): Promise<Page> {
  const opened = page.waitForEvent('popup')
  await page.getByRole('button', { name: button }).first().click()
  return opened
}

/** Pays on the payment page with PayPal's button, and agrees in PayPal's window. */
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
