import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, test } from 'node:test'

import { z } from 'zod'

import { isPage, type Route, SHOP_ROUTES } from '#lib/routes/shop-routes.ts'
import { addresses } from '../support/addresses.ts'
import { expect } from '../support/expect.ts'
import { FIXTURE_BUILD } from '../support/fixture-content.ts'
import { type SoldOrder, place } from '../support/sales.ts'
import { showHalf } from '../support/shown-half.ts'

const ROUTES: readonly (readonly [path: string, route: Route])[] = Object.entries(SHOP_ROUTES)

// A half that is shown: which there are is known while the shop runs.
const SHOWN = 'f'.repeat(32)

/** A value of each parameter, where the fixture has one; no listing there has a second page. */
const PARAMETERS: readonly (readonly [part: string, value: string])[] = [
  ['/halves/[id]', `/halves/${SHOWN}`],
  ['/blog/[slug]', '/blog/finished-together'],
  ['/creator/[slug]', '/creator/studio'],
  ['/[slug]', '/faq'],
  ['[id]', 'otr-001'],
  ['[category]', 'basic'],
  ['[gtin]', '04712345600012'],
]

const REGENERATED = { once: false, hourly: 3600, daily: 86_400 } as const

let order: SoldOrder | undefined
before(async () => {
  order = await place()
  await showHalf(SHOWN)
})

function addressOf(path: string): string {
  const { id = '' } = order ?? {}
  const filled = path.replace(
    /^(.(?:account.order|checkout.paypal|checkout.line-pay|checkout.ecpay).)\[id\]/,
    `$1${id}`,
  )
  return PARAMETERS.reduce((address, [part, value]) => address.replace(part, value), filled)
}

const ask = (path: string) =>
  fetch(new URL(addressOf(path), addresses().shop), {
    redirect: 'manual',
    headers: { cookie: `__session=${order?.member.session}` },
  })

const PAGES = ROUTES.filter(([path, route]) => isPage(route) && !path.endsWith('[page]'))

// An older address of the list, and the carrier's map, which this shop has not.
const isShown = ([path]: (typeof ROUTES)[number]) =>
  !['/account/orders', '/checkout/store'].includes(path)

test('search engines may list the pages that the table says, and no other', async () => {
  for (const [path, { indexed }] of PAGES.filter(isShown)) {
    const html = await (await ask(path)).text()
    const [, robots = ''] = /<meta name="robots" content="([^"]*)"/.exec(html) ?? []
    // A sample of the information pages is not listed.
    expect(robots.startsWith('noindex'), path).toBe(indexed !== 'all')
  }
})

const isRead = ({ methods }: Route) => methods.includes('GET')

test('no search engine lists a file or an answer that is no page', async () => {
  const files = ROUTES.filter(
    ([path, route]) => !isPage(route) && isRead(route) && !/\[(?:gtin|\.\.\.)/.test(path),
  )
  for (const path of [...files.map(([path]) => path), '/sitemap.xml', '/faq.md']) {
    const { headers } = await ask(path)
    expect(headers.get('x-robots-tag'), path).toBe('noindex')
  }
})

test('the pages of the table that have a nonce run scripts by it, and no other page', async () => {
  for (const [path, { policy: named }] of PAGES) {
    const answer = await ask(path)
    // /pickup is missing in a shop without a carrier, and a missing page is a stored one.
    const isMissing = path === '/pickup' && answer.status === 404
    if (isMissing) continue
    const policy = answer.headers.get('content-security-policy') ?? ''
    expect(policy.includes("'nonce-"), path).toBe(named === 'nonce')
  }
})

test('a page is built and made anew as its row says', () => {
  const file = readFileSync(join(FIXTURE_BUILD, 'prerender-manifest.json'), 'utf8')
  const route = z.object({ initialRevalidateSeconds: z.union([z.number(), z.literal(false)]) })
  const { routes } = z.object({ routes: z.record(z.string(), route) }).parse(JSON.parse(file))
  for (const [path, { made }] of ROUTES.filter(
    ([path]) => !/\[page\]|\[\.{3}|\[gtin\]|^\/halves\/\[id\]/.test(path),
  )) {
    const seconds = made === 'per-request' ? undefined : REGENERATED[made]
    expect(routes[addressOf(path)]?.initialRevalidateSeconds, path).toBe(seconds)
  }
  expect(routes['/sitemap.xml']?.initialRevalidateSeconds).toBe(3600)
})
