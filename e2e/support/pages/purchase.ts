import { expect, type Locator, type Page } from 'playwright/test'

import { register } from '../accounts.ts'
import { fillRecipient } from './checkout.ts'
import { memberWithOrder } from './payment.ts'
import { refuseCookies } from './storefront.ts'

/** What a purchase asks of its buyer: taps, and the screens of the shop on which one was needed or the purchase ended. */
export type PurchaseCount = { taps: number; readonly screens: Set<string> }

/** The badge of the cart in the header. */
export const cartBadge = (page: Page) =>
  page.getByRole('banner').getByRole('link', { name: /^購物車/ })

/**
 * Buys a shirt from its product page by a payment method, as somebody with an account who is not signed in, up to the
 * press that confirms the order.
 */
export async function confirmBy(page: Page, shop: string, method: string) {
  const member = await register({ emailVerified: true })
  const count: PurchaseCount = { taps: 0, screens: new Set() }
  const look = () => {
    const { origin, pathname } = new URL(page.url())
    if (origin === shop) count.screens.add(pathname)
  }
  const tap = async (what: Locator) => {
    await what.waitFor()
    look()
    count.taps += 1
    await what.click()
  }
  await refuseCookies(page)
  await page.goto('/product/otr-001')
  await tap(page.getByRole('group', { name: '尺寸' }).getByText('M', { exact: true }))
  await tap(page.getByRole('button', { name: '立即預購・M' }).first())
  await tap(page.getByRole('link', { name: '前往結帳' }))
  await page.getByLabel('電子信箱').fill(member.email)
  await page.getByLabel('密碼', { exact: true }).fill(member.password)
  await tap(page.getByRole('button', { name: '登入', exact: true }))
  await page.waitForURL(/\/checkout$/)
  await fillRecipient(page, member.email)
  const row = page.getByRole('radio', { name: new RegExp(`^${method} `) })
  if (!(await row.isChecked())) await tap(row)
  await tap(page.getByRole('button', { name: /^確認訂單並付款/ }))
  return { count, tap, look, member }
}

type Confirmed = Awaited<ReturnType<typeof confirmBy>>

/** Ends a purchase: it took at most 8 taps and 4 screens of the shop. Returns the order's document id. */
export async function expectShort(page: Page, { count, look }: Confirmed): Promise<string> {
  look()
  const { taps, screens } = count
  console.log(`${taps} taps, ${screens.size} screens: ${[...screens].join(' ')}`)
  expect(taps).toBeLessThanOrEqual(8)
  expect(screens.size).toBeLessThanOrEqual(4)
  return new URL(page.url()).pathname.split('/').at(-1) ?? ''
}

/**
 * Opens the payment page of a member's new order with a method: the notice about cookies is unanswered, the button of the
 * method is whole in the window, and no other payment method has a button.
 */
export async function expectWholeButton(
  page: Page,
  method: string,
  name: RegExp | string,
): Promise<void> {
  const { id } = await memberWithOrder(page.context())
  await page.goto(`/checkout/paypal/${id}?by=${method}`)
  const button = page.getByRole('button', { name })
  await expect(button).toBeVisible()
  await expect(page.getByRole('button', { name: '只接受必要項目' })).toBeVisible()
  await expect(button).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('radio')).toHaveCount(0)
}
