import type { Page } from 'playwright/test'

/** Pays on the payment page with PayPal's button, and agrees in PayPal's window. */
export async function payWithPaypal(page: Page): Promise<void> {
  const opened = page.waitForEvent('popup')
  await page
    .getByRole('button', { name: /PayPal/ })
    .first()
    .click()
  const window = await opened
  await window.getByRole('button', { name: '同意付款' }).click()
}
