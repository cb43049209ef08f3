import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import { get, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http'
import { test } from 'node:test'

import { addresses } from '../support/addresses.ts'
import { expect } from '../support/expect.ts'
import { FIXTURE_BUILD } from '../support/fixture-content.ts'

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
    // Concurrent first requests of a new build may lack the second policy.
    await fetch(shop + pathname)
    const response = await fetch(shop + pathname)
    const html = await response.text()
    const hashes = inlineHashes(html).map((hash) => `'sha256-${hash}'`)
    const [, own] = (response.headers.get('content-security-policy') ?? '').split(', ')
    expect(own, pathname).toBe(['script-src http: https:', ...new Set(hashes)].join(' '))
    expect(hashes.length, pathname).toBeGreaterThan(2)
    // Everything visible precedes scripts and the error page's styles.
    const file = html.search(/<script src=|<link rel="preload"/)
    expect(file, pathname).toBeGreaterThan(html.lastIndexOf('<img'))
  }
})

// fetch() bypasses caches with a condition, so node:http is used.
async function statusFor(address: string, headers: OutgoingHttpHeaders): Promise<number> {
  const [response]: IncomingMessage[] = await once(get(address, { headers }), 'response')
  response?.resume()
  return response?.statusCode ?? 0
}

test('a page that has not changed is answered with 304', async () => {
  const { shop } = addresses()
  const address = `${shop}/contact`
  const ask = async () => (await fetch(address)).headers.get('etag') ?? ''
  // Concurrent first requests of a new build may be unprocessed.
  await expect.poll(async () => (await ask()) === (await ask())).toBe(true)
  const etag = await ask()
  expect(etag).not.toBe('')
  expect(await statusFor(address, { 'if-none-match': etag })).toBe(304)
  expect(await statusFor(address, { 'if-none-match': '"another"' })).toBe(200)
})

test("no script of the browser holds the server's schemas", () => {
  const scripts = globSync(`${FIXTURE_BUILD}/static/chunks/**/*.js`)
  expect(scripts.length).toBeGreaterThan(20)
  const withSchemas = scripts.filter((script) => readFileSync(script, 'utf8').includes('$ZodType'))
  expect(withSchemas).toEqual([])
})
