import { test } from 'node:test'

import { addresses } from '../support/addresses.ts'
import { expect } from '../support/expect.ts'

// The rows of e2e/fixtures/content/info/moved.md.
const moved = [
  ['/products/half-tee', '/product/otr-001'],
  ['/Products/Half-Tee', '/product/otr-001'],
  ['/商品/旅見', '/product/otr-001#size'],
  ['/old.php?id=7&lang=zh', '/about'],
  ['/old.php', '/shop'],
  ['/product/gone-(2024)', '/shop'],
  ['/?p=123', '/faq'],
] as const

const get = (path: string) => fetch(new URL(path, addresses().shop), { redirect: 'manual' })

for (const [from, to] of moved) {
  test(`${from} leads for good to ${to}`, async () => {
    const answer = await get(from)
    expect(answer.status).toBe(308)
    const target = new URL(answer.headers.get('location') ?? '', addresses().shop)
    expect(target.pathname + target.hash).toBe(to)
    expect(target.origin).toBe(new URL(addresses().shop).origin)
    expect((await get(target.pathname)).status).toBe(200)
  })
}

for (const path of ['/', '/?p=12', '/?p=1234']) {
  test(`${path} stays the shop's own page, made by the build`, async () => {
    const answer = await get(path)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('cache-control')).toContain('s-maxage')
  })
}
