import { giveSession, register, sessionCookie } from '../../e2e/support/accounts.ts'
import { seedOrders } from '../../e2e/support/seeded-orders.ts'
import { expect, test } from '../../e2e/support/shop.ts'

// A missing page has status 404.
test.use({ expected: [/\/account\/order\/|\/checkout\/paypal\//] })

const UNKNOWN = {
  '/account/order/': '找不到這筆訂單',
  '/checkout/paypal/': '找不到訂單，請返回重新下單',
}

for (const [path, words] of Object.entries(UNKNOWN)) {
  test(`another member's order under ${path} is as unknown as one that never was`, async ({
    page,
    context,
  }) => {
    const owner = await register()
    const [theirs = ''] = await seedOrders(owner, 1)
    await giveSession(context, await sessionCookie(await register()))
    const seen = []
    for (const id of [theirs, 'a'.repeat(theirs.length)]) {
      const response = await page.goto(path + id)
      const text = await page.getByRole('main').innerText()
      seen.push({ status: response?.status(), text, title: await page.title() })
    }
    expect(seen[0]).toEqual(seen[1])
    expect(seen[0]?.status).toBe(404)
    expect(seen[0]?.text).toContain(words)
    expect(seen[0]?.title).toContain('找不到訂單')
    await expect(page.getByRole('link', { name: '我的訂單' }).first()).toBeVisible()
    await context.clearCookies()
    await giveSession(context, await sessionCookie(owner))
    expect((await page.goto(path + theirs))?.status()).toBe(200)
  })
}
