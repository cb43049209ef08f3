import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { giveSession, register, sessionCookie } from '../support/accounts.ts'
import { addresses } from '../support/addresses.ts'
import { seedOrders } from '../support/seeded-orders.ts'
import { expect, test } from '../support/shop.ts'
import { STRANGERS } from '../support/strangers.ts'

// What is not there answers with status 404.
test.use({ expected: [/\/account\/order\/|\/checkout\/paypal\//] })

/** Every page for members, and an address of it. */
const PAGES: Record<string, string> = {
  account: '/account',
  'account/order': '/account/order?status=%E5%BE%85%E4%BB%98%E6%AC%BE&page=2',
  'account/order/[id]': '/account/order/any',
  'account/settings': '/account/settings',
  checkout: '/checkout',
  'checkout/paypal/[orderId]': '/checkout/paypal/any',
}

/** Under a member's address, but it only leads on to one of the pages above. */
const MOVED = 'account/orders'

/** Among those for members, but open to whoever comes back from LINE Pay, in another browser too. */
const WAY_BACK = 'checkout/line-pay/[orderId]'

const APP = join(import.meta.dirname, '..', '..', 'app')

test('every page that asks for a member, or lies among those that do, is in this list', () => {
  const pages = globSync('**/page.tsx', { cwd: APP }).map((file) => dirname(file))
  const forMembers = pages.filter(
    (page) =>
      /^(account|checkout)(\/|$)/.test(page) ||
      readFileSync(join(APP, page, 'page.tsx'), 'utf8').includes('requireAccount'),
  )
  expect(forMembers.toSorted()).toEqual([...Object.keys(PAGES), MOVED, WAY_BACK].toSorted())
})

for (const [who, become] of Object.entries(STRANGERS)) {
  test(`every page for members sends ${who} to sign in, and then back`, async () => {
    const { session } = await become()
    for (const path of Object.values(PAGES)) {
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
