import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { get, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http'
import { test } from 'node:test'

import { addresses } from '../support/addresses.ts'
import { expect } from '../support/expect.ts'

function inlineHashes(html: string): string[] {
  return [...html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)]
    .filter(([, attributes = '']) => !/ src=| type="application\/ld\+json"/.test(attributes))
    .map(([, , script = '']) => createHash('sha256').update(script).digest('base64'))
}

const OTHER_STATIC = ['/cart', '/contact', '/verify-success', '/product/none']

test('every static page names its inline scripts and allows no other, and its files last (rule 382)', async () => {
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

// fetch() asks for a fresh answer as soon as it is given a condition, so node:http asks instead.
async function statusFor(address: string, headers: OutgoingHttpHeaders): Promise<number> {
  const [response]: IncomingMessage[] = await once(get(address, { headers }), 'response')
  response?.resume()
  return response?.statusCode ?? 0
}

test('a page that has not changed is answered with 304', async () => {
  const { shop } = addresses()
  const address = `${shop}/contact`
  const ask = async () => (await fetch(address)).headers.get('etag') ?? ''
  // Whoever asks for a page of a new build while another asks for it first may get it unfinished.
  await expect.poll(async () => (await ask()) === (await ask())).toBe(true)
  const etag = await ask()
  expect(etag).not.toBe('')
  expect(await statusFor(address, { 'if-none-match': etag })).toBe(304)
  expect(await statusFor(address, { 'if-none-match': '"another"' })).toBe(200)
})
