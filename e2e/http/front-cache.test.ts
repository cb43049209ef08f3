import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { after, before, test } from 'node:test'

import { shopPathsWith, shopRouteAt } from '#lib/routes/shop-routes.ts'
import { addresses } from '../support/addresses.ts'
import { expect } from '../support/expect.ts'
import { type Front, missingNginx, startFront } from '../support/front.ts'

const TYPES = {
  html: 'text/html',
  markdown: 'text/markdown',
  linkset: 'application/linkset+json',
} as const

// As Chromium sends it for a page that is opened.
const BROWSER =
  'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8'

/** An address of each kind that has other forms. */
const EXAMPLES: Readonly<Record<string, string>> = {
  '/product/[id]': '/product/otr-001',
  '/blog/[slug]': '/blog/finished-together',
  '/c/[id]': '/c/otr-001',
  '/01/[gtin]': '/01/04712345678900',
  '/[slug]': '/faq',
}

const kinds = shopPathsWith(({ forms = [] }) => forms.length > 0).flatMap((path) =>
  (shopRouteAt(EXAMPLES[path] ?? '')?.forms ?? []).map((form) => [path, form] as const),
)

const skip = missingNginx() ?? false

let front: Front | undefined
let asked = 0
before(async () => {
  if (!skip) front = await startFront([addresses().shop])
})
after(() => front?.stop())

/** An address behind the cache that nobody asked for before. */
function newAddress(path: string): string {
  asked += 1
  return `${front?.address}${path}${path.includes('?') ? '&' : '?'}asked=${asked}`
}

/** The header names of an answer's Vary, one by one. */
const varyNames = (answer: Response) =>
  (answer.headers.get('vary') ?? '').split(',').map((name) => name.trim().toLowerCase())

async function ask(address: string, accept: string) {
  const answer = await fetch(address, { headers: { accept } })
  const body = await answer.text()
  const type = answer.headers.get('content-type')?.split(';')[0] ?? ''
  return { answer, body, type, kept: answer.headers.get('x-cache') }
}

test('every kind of address with several forms is tried here', () => {
  expect(kinds.map(([path]) => path).filter((path) => EXAMPLES[path] === undefined)).toEqual([])
  expect(kinds.length).toBeGreaterThan(5)
})

for (const [kind, form] of kinds) {
  const path = EXAMPLES[kind] ?? ''
  test(`${kind} says in every form that it depends on Accept, and only the page may be kept`, async () => {
    const page = await ask(addresses().shop + path, BROWSER)
    const other = await ask(addresses().shop + path, TYPES[form])
    expect([page.type, other.type]).toEqual([TYPES.html, TYPES[form]])
    expect(varyNames(page.answer)).toContain('accept')
    expect(varyNames(other.answer)).toContain('accept')
    expect(page.answer.headers.get('cache-control')).toContain('s-maxage')
    expect(other.answer.headers.get('cache-control')).toBe('private, no-store')
    const head = await fetch(addresses().shop + path, { method: 'HEAD' })
    expect(varyNames(head)).toContain('accept')
  })

  for (const order of [
    [form, 'html', form],
    ['html', form, 'html'],
  ] as const) {
    const title = `${kind} behind the documented nginx, asked as ${order.join(', then ')}`
    test(title, { skip }, async () => {
      const address = newAddress(path)
      const seen: string[] = []
      for (const wanted of order) {
        const accept = wanted === 'html' ? BROWSER : `${TYPES[wanted]}, text/html;q=0.5`
        seen.push((await ask(address, accept)).type)
      }
      expect(seen).toEqual(order.map((wanted) => TYPES[wanted]))
      await ask(address, BROWSER)
      const again = await ask(address, BROWSER)
      expect([again.type, again.kept]).toEqual([TYPES.html, 'HIT'])
    })
  }
}

test('the documented nginx keeps a twin by its own address', { skip }, async () => {
  const address = newAddress('/faq.md')
  await ask(address, '*/*')
  const { type, kept } = await ask(address, '*/*')
  expect([type, kept]).toEqual([TYPES.markdown, 'HIT'])
})

test('the documented nginx keeps the sizes of a picture', { skip }, async () => {
  const html = await (await fetch(addresses().shop)).text()
  const [path = ''] = /\/images\/[^" ]+\.avif/.exec(html) ?? []
  await ask(front?.address + path, '*/*')
  const { type, kept } = await ask(front?.address + path, '*/*')
  expect([type, kept]).toEqual(['image/avif', 'HIT'])
})

test(
  'the documented nginx has the script of this build and of the one before, and asks an instance for any other',
  { skip },
  async () => {
    for (const [build, text] of [
      ['now', 'export const build = 2'],
      ['before', 'export const build = 1'],
    ] as const) {
      const chunks = join(front?.files ?? '', build, '_next/static/chunks')
      mkdirSync(chunks, { recursive: true })
      writeFileSync(join(chunks, `${build}.js`), text)
    }
    for (const build of ['now', 'before']) {
      const { answer, type } = await ask(`${front?.address}/_next/static/chunks/${build}.js`, '*/*')
      expect([answer.status, type]).toEqual([200, 'application/javascript'])
      expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    }
    const page = await ask(`${addresses().shop}/faq`, BROWSER)
    const [script] = /\/_next\/static\/chunks\/[^"]+\.js/.exec(page.body) ?? []
    expect((await ask(`${front?.address}${script}`, '*/*')).type).toBe('application/javascript')
    const gone = await ask(`${front?.address}/_next/static/chunks/none.js`, '*/*')
    expect(gone.answer.status).toBe(404)
  },
)

/** An instance that passes requests on to the shop until it is replaced by one of another build. */
async function instanceUntilReplaced() {
  let isReplaced = false
  const answer = async ({ url = '/' }: IncomingMessage, response: ServerResponse) => {
    const path = isReplaced && url.startsWith('/_next/static/') ? '/_next/static/gone.js' : url
    const found = await fetch(addresses().shop + path)
    for (const name of ['cache-control', 'content-type', 'vary'])
      response.setHeader(name, found.headers.get(name) ?? '')
    response.writeHead(found.status).end(Buffer.from(await found.arrayBuffer()))
  }
  const server = createServer((request, response) => void answer(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const place = server.address()
  if (place === null || typeof place === 'string') throw new Error('No port.')
  const replace = () => {
    isReplaced = true
  }
  return { address: `http://127.0.0.1:${place.port}`, replace, stop: () => server.close() }
}

test(
  'a file of script that was fetched once through a cache is there after its build is gone, by the headers it was sent with',
  { skip },
  async () => {
    const instance = await instanceUntilReplaced()
    const cache = await startFront([instance.address])
    try {
      const { body } = await ask(`${addresses().shop}/faq`, BROWSER)
      const scripts = body.match(/\/_next\/static\/chunks\/[^"]+?\.js/g) ?? []
      const [fetched = '', never = ''] = new Set(scripts)
      const before = await ask(cache.address + fetched, '*/*')
      expect(before.answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      instance.replace()
      const after = await ask(cache.address + fetched, '*/*')
      expect([after.answer.status, after.body]).toEqual([200, before.body])
      // What nobody fetched is gone, and no cache keeps its absence.
      const gone = await ask(cache.address + never, '*/*')
      expect(gone.answer.status).toBe(404)
      expect(gone.answer.headers.get('cache-control')).not.toContain('public')
    } finally {
      await cache.stop()
      instance.stop()
    }
  },
)

const send = (path: string, bytes: number) =>
  fetch(`${front?.address}${path}`, { method: 'POST', body: new Uint8Array(bytes) })

test(
  'a photograph of 25 MB passes the documented nginx where the table says so, and nowhere else',
  { skip },
  async () => {
    const photograph = await send('/api/owner-picture?name=x', 25 * 1024 * 1024)
    expect(photograph.status).not.toBe(413)
    expect((await send('/api/reports', 300 * 1024)).status).toBe(413)
  },
)
