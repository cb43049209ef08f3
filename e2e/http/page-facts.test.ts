import { test } from 'node:test'

import { newMember } from '../support/accounts.ts'
import { addresses } from '../support/addresses.ts'
import { expect } from '../support/expect.ts'
import { INDEXED, UNLISTED } from '../support/pages/storefront.ts'
import { seedOrders } from '../support/seeded-orders.ts'

// Reads a page's HTML without running scripts.
async function get(path: string, session = '') {
  const headers = { cookie: `__session=${session}` }
  const answer = await fetch(new URL(path, addresses().shop), { headers, redirect: 'manual' })
  return { status: answer.status, to: answer.headers.get('location'), html: await answer.text() }
}

/** A part of a page, such as its header, and the places to which its links lead. */
function part(html: string, name: 'header' | 'main' | 'footer') {
  const inner = new RegExp(`<${name}\\b[^>]*>(.*)</${name}>`, 's').exec(html)?.[1] ?? ''
  return { inner, links: [...inner.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, to]) => to) }
}

// Blanks that break no line count as blanks.
const plain = (text: string) => text.replaceAll(/\s+/g, ' ')

test('every public page has its heading, and what is sold its price, for who runs no script', async () => {
  for (const [path, heading] of [...INDEXED, ...UNLISTED]) {
    const headings = [...(await get(path)).html.matchAll(/<h1[^>]*>(.*?)<\/h1>/gs)]
    const words = headings.map(([, inner = '']) => plain(inner.replaceAll(/<[^>]*>/g, '')))
    expect(words, path).toEqual([plain(heading)])
  }
  expect((await get('/cart')).html).toMatch(
    /<noscript>.*購物車需要開啟瀏覽器的 JavaScript 才能使用。/,
  )
  const shirt = part((await get('/product/otr-001')).html, 'main').inner
  for (const text of ['NT$1,540', '預購中']) expect(shirt).toContain(text)
})

test('every public page says in which language it is', async () => {
  for (const [path] of [...INDEXED, ...UNLISTED]) {
    expect((await get(path)).html, path).toContain('<html lang="zh-Hant"')
  }
})

test('every public page has the same ways in header and footer', async () => {
  for (const [path] of [...INDEXED, ...UNLISTED]) {
    const { html } = await get(path)
    const [header] = html.split('<main')
    expect(part(`${header}`, 'header').links, path).toEqual(
      expect.arrayContaining([
        '/',
        '/shop',
        '/shop/category/basic',
        '/blog',
        '/about',
        '/contact',
        '/login',
        '/cart',
      ]),
    )
    const shopping = ['/faq', '/policy', '/terms', '/patent-statement']
    expect(part(html, 'footer').links, path).toEqual(
      expect.arrayContaining([
        '/shop/category/basic',
        '/about',
        '/blog',
        '/contact',
        ...shopping,
        'https://www.instagram.com/ourtee.example',
      ]),
    )
  }
})

test('the shop is called by its name, its tagline and its company', async () => {
  const { html } = await get('/')
  const [, title = ''] = /<title>(.*?)<\/title>/.exec(html) ?? []
  expect(title.replaceAll('\u00A0', ' ')).toBe('OURTEE 共衣｜一件 T 恤，一起完成')
  expect(part(html, 'footer').inner).toContain('共衣創作股份有限公司')
})

test('the contact page leads to mail and profiles, and has no form', async () => {
  const { inner, links } = part((await get('/contact')).html, 'main')
  expect(inner).toContain('週一至週五 09:00–18:00')
  expect(inner).not.toMatch(/<form|<input|<textarea/)
  expect(links).toEqual(
    expect.arrayContaining([
      'mailto:hello@ourtee.example',
      'https://www.instagram.com/ourtee.example',
      'https://www.facebook.com/ourtee.example',
    ]),
  )
})

test('a member who is signed in can register another account and reset a password', async () => {
  const { session } = await newMember()
  for (const path of ['/signup', '/reset']) {
    const { status, html } = await get(path, session)
    expect(status, path).toBe(200)
    expect(html, path).toContain('name="email"')
  }
})

test('a page that this shop does not have says so without script', async () => {
  const { status, html } = await get('/pickup')
  expect(status).toBe(404)
  expect(html).toMatch(/<h1[^>]*>找不到這個頁面<\/h1>/)
})

test('an order without anything to pay leads to the cart', async () => {
  const member = await newMember()
  const [id = ''] = await seedOrders(member, 1, () => ({ totalAmount: 0 }))
  expect(await get(`/checkout/paypal/${id}`, member.session)).toMatchObject({
    status: 307,
    to: expect.stringMatching(/\/cart$/),
  })
})
