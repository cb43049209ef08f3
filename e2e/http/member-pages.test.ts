import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'

import { addresses } from '../support/addresses.ts'
import { expect } from '../support/expect.ts'
import { STRANGERS } from '../support/strangers.ts'

/** Every page for members, and an address of it. */
const PAGES: Record<string, string> = {
  account: '/account',
  'account/order': '/account/order?status=%E5%BE%85%E4%BB%98%E6%AC%BE&page=2',
  'account/order/[id]': '/account/order/any',
  'account/settings': '/account/settings',
  checkout: '/checkout',
  'checkout/paypal/[id]': '/checkout/paypal/any',
}

/** Under a member's address, but it only leads on to one of the pages above. */
const MOVED = 'account/orders'

/** Open to guests who return from LINE Pay in another browser. */
const WAY_BACK = 'checkout/line-pay/[id]'

/** The way to a carrier's map: it signs in for the checkout, from which it is opened. */
const STORE_MAP = 'checkout/store'

const APP = join(import.meta.dirname, '..', '..', 'app')

test('every page that asks for a member, or lies among those that do, is in this list (rule 222)', () => {
  const pages = globSync('**/page.tsx', { cwd: APP }).map((file) => dirname(file))
  const forMembers = pages.filter(
    (page) =>
      /^(account|checkout)(\/|$)/.test(page) ||
      readFileSync(join(APP, page, 'page.tsx'), 'utf8').includes('requireAccount'),
  )
  const known = [...Object.keys(PAGES), MOVED, WAY_BACK, STORE_MAP]
  expect(forMembers.toSorted()).toEqual(known.toSorted())
})

for (const [who, become] of Object.entries(STRANGERS)) {
  test(`every page for members sends ${who} to sign in, and then back (rules 222, 256)`, async () => {
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
