import type { Page } from 'playwright/test'

/** From now on the shop's answers say this time to the page that asks them for it. */
export async function setShopTime(page: Page, at: Date): Promise<void> {
  await page.route('**/api/health/live', (route) =>
    route.fulfill({ status: 200, headers: { date: at.toUTCString() } }),
  )
}
