import { test } from 'node:test'

import { actionId } from '../support/actions.ts'
import { addresses } from '../support/addresses.ts'
import { expect } from '../support/expect.ts'
import { newOwner } from '../support/owners.ts'
import { act } from '../support/sales.ts'

const FILES = ['/sitemap.xml', '/llms.txt', '/robots.txt', '/product/otr-001.md', '/favicon.ico']

const at = (path: string) => new URL(path, addresses().shop)

// Every stored answer is stale after that, and the next request makes it anew.
async function changeSale(): Promise<void> {
  const { session } = await newOwner()
  const caller = { session, shop: addresses().shop }
  // On sale it was before too, so that nobody else's test meets another shop.
  const input = { product: 'ots-001', reason: '試一次', sale: 'on' }
  await act(caller, 'changeSaleAction', '/owner/stock', input)
}

test("an action called at a file just after the owner's change leaves the file as it was", async () => {
  const before = await Promise.all(FILES.map(async (path) => (await fetch(at(path))).status))
  expect(before).toEqual(FILES.map(() => 200))
  await changeSale()
  for (const path of FILES) {
    const answer = await fetch(at(path), {
      method: 'POST',
      body: '["x"]',
      headers: {
        origin: addresses().shop,
        'content-type': 'text/plain;charset=UTF-8',
        'next-action': actionId('startSession'),
      },
    })
    expect([path, answer.status]).toEqual([path, 405])
  }
  // The first request after it is answered from what is stale, the second from what was made since.
  for (const round of [1, 2, 3]) {
    for (const path of FILES)
      expect([round, path, (await fetch(at(path))).status]).toEqual([round, path, 200])
  }
})
