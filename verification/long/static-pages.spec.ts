import type { Page } from 'playwright/test'

import { memberWithOrder } from '../../e2e/support/pages/payment.ts'
import { expect, test } from '../../e2e/support/shop.ts'

/** Whether a script that is put into a page runs, as an element and as an attribute of one. */
function injectionEffects(page: Page): Promise<readonly [boolean, boolean]> {
  return page.evaluate(() => {
    const script = document.createElement('script')
    script.textContent = "document.documentElement.dataset.injected = 'yes'"
    const button = document.createElement('button')
    button.setAttribute('onclick', "document.documentElement.dataset.pressed = 'yes'")
    document.body.append(script, button)
    button.click()
    const { injected, pressed } = document.documentElement.dataset
    return [injected === 'yes', pressed === 'yes'] as const
  })
}

test.describe('scripts that somebody smuggles in', () => {
  test.use({ expected: [/violates the following Content Security Policy directive/] })

  test('do not run on a static page, nor on what is shown after it', async ({ page }) => {
    await page.goto('/product/otr-001')
    await page.goto('/product/otr-001')
    expect(await injectionEffects(page)).toEqual([false, false])
    await page
      .getByRole('banner')
      .getByRole('link', { name: /購物車/ })
      .click()
    await page.waitForURL('**/cart')
    expect(await injectionEffects(page)).toEqual([false, false])
  })

  test("the payment page is loaded for itself, under a policy that leaves PayPal's script its ways", async ({
    page,
    context,
  }) => {
    const { id } = await memberWithOrder(context)
    const buttons = page.getByRole('button', { name: /PayPal/ })
    await page.goto(`/checkout/paypal/${id}`)
    await expect(buttons.first()).toBeVisible()
    await page.getByRole('banner').getByRole('link', { name: '關於我們' }).click()
    await page.waitForURL('**/about')
    await page.reload()
    await page.reload()
    expect(await injectionEffects(page)).toEqual([false, false])
    await page.goBack()
    await expect(buttons.first()).toBeVisible()
    expect(await injectionEffects(page)).toEqual([true, true])
  })
})
