import { test } from 'node:test'

import { shopPathsWith } from '#lib/routes/shop-routes.ts'
import { addresses } from '../support/addresses.ts'
import { expect } from '../support/expect.ts'
import { STRANGERS } from '../support/strangers.ts'

// Lead on before they ask for a member, or sign in for the page from which they are opened.
const OTHERS = ['/account/orders', '/checkout/store']

/** An address of every page for members. */
const PAGES = [
  ...shopPathsWith(({ who, policy }) => who === 'member' && policy !== 'hashes')
    .filter((path) => !OTHERS.includes(path))
    .map((path) => path.replace(/\[\w+\]/, 'any')),
  '/account/order?status=%E5%BE%85%E4%BB%98%E6%AC%BE&page=2',
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
