import { createHash } from 'node:crypto'

import type { Page } from 'playwright/test'

import { addresses } from '../support/addresses.ts'
import { memberWithOrder } from '../support/pages/payment.ts'
import { expect, test } from '../support/shop.ts'

function inlineHashes(html: string): string[] {
  return [...html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)]
    .filter(([, attributes = '']) => !/ src=| type="application\/ld\+json"/.test(attributes))
    .map(([, , script = '']) => createHash('sha256').update(script).digest('base64'))
}

const OTHER_STATIC = ['/cart', '/contact', '/verify-success', '/product/none']

test('every static page names its inline scripts and allows no other, and its files last', async () => {
  const { shop } = addresses()
  const sitemap = await (await fetch(`${shop}/sitemap.xml`)).text()
  const indexed = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => address)
  expect(indexed.length).toBeGreaterThan(10)
  for (const address of [...indexed, ...OTHER_STATIC]) {
    const { pathname } = new URL(address, shop)
    // Of those who ask for a page of a new build at once for the first time, only one is sure to get the second policy.
    await fetch(shop + pathname)
    const response = await fetch(shop + pathname)
    const html = await response.text()
    const hashes = inlineHashes(html).map((hash) => `'sha256-${hash}'`)
    const [, own] = (response.headers.get('content-security-policy') ?? '').split(', ')
    expect(own, pathname).toBe(['script-src http: https:', ...new Set(hashes)].join(' '))
    expect(hashes.length, pathname).toBeGreaterThan(2)
    // All that is to be seen is asked for before what runs, and before the styles of an error.
    const file = html.search(/<script src=|<link rel="preload"/)
    expect(file, pathname).toBeGreaterThan(html.lastIndexOf('<img'))
  }
})

/** Whether a script that is put into a page runs, as an element and as an attribute of one. */
function injected(page: Page): Promise<readonly [boolean, boolean]> {
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
    expect(await injected(page)).toEqual([false, false])
    await page
      .getByRole('banner')
      .getByRole('link', { name: /購物車/ })
      .click()
    await page.waitForURL('**/cart')
    expect(await injected(page)).toEqual([false, false])
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
    expect(await injected(page)).toEqual([false, false])
    await page.goBack()
    await expect(buttons.first()).toBeVisible()
    expect(await injected(page)).toEqual([true, true])
  })
})
