import { test } from 'node:test'

import { addresses } from '../support/addresses.ts'
import { expect } from '../support/expect.ts'
import { structuredDataIn } from '../support/pages/storefront.ts'

const GTIN = '04712345678900'
const LINKSET = { accept: 'application/linkset+json' }

const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  fetch(new URL(path, addresses().shop), { headers, redirect: 'manual' })

// Which halves are shown changes meanwhile, by other tests.
const STRIP = /<section[^>]* aria-labelledby="halves">[^]*?<\/section>/

const main = (html: string) => (/<main[^]*?<\/main>/.exec(html)?.[0] ?? '').replace(STRIP, '')

test('every way to write the address of a code opens the same page', async () => {
  const own = await (await get('/c/otr-001')).text()
  expect(main(own)).toContain('<h1')
  for (const path of ['/C/OTR-001', '/C/otr-001', '/c/OTR-001', '/c/Otr-001', `/01/${GTIN}`]) {
    const answer = await get(path)
    expect(answer.status, path).toBe(200)
    const html = await answer.text()
    expect(main(html), path).toBe(main(own))
    expect(html, path).toMatch(/<link rel="canonical" href="[^"]*:\d+\/c\/otr-001"/)
  }
})

test('a code of no style, and another GTIN, are missing pages', async () => {
  for (const path of ['/C/OTR-999', '/c/otr-999', '/01/00012345600012', '/creator/nobody']) {
    expect((await get(path)).status, path).toBe(404)
  }
})

test('a garment with a GTIN answers a linkset, and the resolver describes itself', async () => {
  const own = await get(`/01/${GTIN}`, LINKSET)
  expect(own.headers.get('content-type')).toContain('application/linkset+json')
  const linkset = await own.json()
  expect(Object.keys(linkset.linkset[0])).toEqual(
    expect.arrayContaining(['anchor', 'https://ref.gs1.org/voc/pip']),
  )
  for (const path of [`/01/${GTIN}?linkType=all`, '/c/otr-001?linkType=linkset']) {
    expect(await (await get(path)).json(), path).toEqual(linkset)
  }
  const inCapitals = await get('/C/OTR-001', LINKSET)
  expect(await inCapitals.json()).toEqual(linkset)
  expect((await get('/c/ots-001', LINKSET)).status).toBe(404)
  const place = await get('/C/OTR-001?linkType=gs1:instructions')
  expect(place.status).toBe(307)
  expect(place.headers.get('location')).toMatch(/\/c\/otr-001#care$/)
  const resolver = await (await get('/.well-known/gs1resolver')).json()
  expect(resolver).toMatchObject({ supportedPrimaryKeys: ['01'] })
  expect(`${resolver.resolverRoot}/01/${GTIN}`).toBe(linkset.linkset[0].anchor)
  const { anchor } = linkset.linkset[0]
  const data = structuredDataIn(await (await get('/c/otr-001')).text())
  expect(data).toEqual([
    expect.objectContaining({ '@type': 'WebPage', sameAs: anchor, about: expect.anything() }),
  ])
  const sold = structuredDataIn(await (await get('/product/otr-001')).text())
  expect(sold).toContainEqual(expect.objectContaining({ gtin: GTIN, hasGS1DigitalLink: anchor }))
})

test('a label with its lot or serial number leads to its GTIN, and the page names its linkset', async () => {
  for (const rest of ['10/LOT-1', '22/M/10/LOT1/21/S-1', '21/S1?linkType=gs1:instructions']) {
    const answer = await get(`/01/${GTIN}/${rest}`)
    expect(answer.status, rest).toBe(307)
    const [, query = ''] = rest.split('?')
    const target = new URL(answer.headers.get('location') ?? '', addresses().shop)
    expect(target.pathname).toBe(`/01/${GTIN}`)
    const asked = new URLSearchParams(query)
    expect(Object.fromEntries(target.searchParams)).toEqual(Object.fromEntries(asked))
  }
  const missing = ['00012345600012/10/LOT1', `${GTIN}/10`, `${GTIN}/99/A`, `${GTIN}/linkset/10`]
  for (const rest of missing) expect((await get(`/01/${rest}`)).status, rest).toBe(404)
  const page = await get(`/01/${GTIN}`)
  expect(page.headers.get('link')).toContain(`</01/${GTIN}/linkset>; rel="linkset"`)
  expect((await get('/c/ots-001')).headers.get('link') ?? '').not.toContain('linkset')
})
