import { giveSession, register, sessionCookie } from './accounts.ts'
import { addresses } from './addresses.ts'
import { seedOrders } from './seeded-orders.ts'
import { expect, test } from './shop.ts'
import { STRANGERS } from './strangers.ts'

// What is not there answers with status 404.
test.use({ expected: [/\/account\/order\/|\/checkout\/paypal\//] })

const PAGES = [
  '/account',
  '/account/order?status=%E5%BE%85%E4%BB%98%E6%AC%BE&page=2',
  '/account/order/any',
  '/account/settings',
  '/checkout',
  '/checkout/paypal/any',
]

for (const [who, become] of Object.entries(STRANGERS)) {
  test(`every page for members sends ${who} to sign in, and then back`, async () => {
    const { session } = await become()
    for (const path of PAGES) {
      const response = await fetch(new URL(path, addresses().shop), {
        redirect: 'manual',
        headers: session === undefined ? {} : { cookie: `__session=${session}` },
      })
      expect([response.status, path]).toEqual([307, path])
      const target = new URL(response.headers.get('location') ?? '', addresses().shop)
      const back = new URL(target.searchParams.get('redirect') ?? '', addresses().shop)
      expect(target.pathname).toBe('/login')
      expect(back.pathname).toBe(new URL(path, addresses().shop).pathname)
    }
  })
}

for (const path of ['/account/order/', '/checkout/paypal/']) {
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
    await context.clearCookies()
    await giveSession(context, await sessionCookie(owner))
    expect((await page.goto(path + theirs))?.status()).toBe(200)
  })
}
