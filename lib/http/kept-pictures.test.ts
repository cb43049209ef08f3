import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'

import { keepsPicturesOnDisk, pictureMemory } from './kept-pictures.ts'

const HERO = '/_next/image?url=%2Fimages%2Fsite%2Fhero.jpg&w=640&q=90'
const AVIF = { accept: 'image/avif,image/webp,*/*' }

/** A server that makes a picture for each request, as Next does where it can keep none, behind a memory of so many bytes. */
async function serveBehind(most?: number) {
  const made: string[] = []
  const sendKept = pictureMemory(most)
  const server = createServer((request, response) => {
    if (sendKept(request, response)) return
    made.push(String(request.url))
    response.setHeader('Content-Type', request.url === '/page' ? 'text/html' : 'image/avif')
    response.setHeader('Vary', 'Accept')
    response.setHeader('ETag', '"one"')
    if (request.url?.includes('missing')) response.statusCode = 404
    response.end(Buffer.alloc(100, made.length))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const get = (path: string, init: RequestInit = {}) =>
    fetch(`http://127.0.0.1:${port}${path}`, { headers: AVIF, ...init })
  return { made, get, [Symbol.dispose]: () => server.close().closeAllConnections() }
}

const bodyOf = async (response: Response) => Buffer.from(await response.arrayBuffer())

test('a picture is made once for each format, and sent again from memory with its headers', async () => {
  using shop = await serveBehind()
  const first = await bodyOf(await shop.get(HERO))
  const again = await shop.get(HERO)
  assert.deepEqual(await bodyOf(again), first)
  assert.equal(again.headers.get('vary'), 'Accept')
  assert.equal(again.headers.get('content-type'), 'image/avif')
  await shop.get(HERO, { headers: { accept: 'image/webp' } })
  await shop.get(HERO, { headers: { accept: '*/*' } })
  assert.equal(shop.made.length, 3)
  const known = await shop.get(HERO, { headers: { ...AVIF, 'if-none-match': '"one"' } })
  assert.equal(known.status, 304)
  assert.equal((await bodyOf(await shop.get(HERO, { method: 'HEAD' }))).length, 0)
  assert.equal(shop.made.length, 3)
})

test('neither pages nor what is missing are kept, and the oldest picture is forgotten first', async () => {
  using shop = await serveBehind(250)
  for (const path of ['/page', '/page', `${HERO}&missing`, `${HERO}&missing`]) await shop.get(path)
  assert.equal(shop.made.length, 4)
  for (const one of ['a', 'b', 'a', 'c']) await shop.get(`${HERO}&${one}`)
  assert.equal(shop.made.length, 7)
  // a was asked for after b, so b made room for c.
  await shop.get(`${HERO}&a`)
  assert.equal(shop.made.length, 7)
  await shop.get(`${HERO}&b`)
  assert.equal(shop.made.length, 8)
})

test('a build whose folder cannot be written keeps no pictures on disk', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ourtee-pictures-'))
  assert.equal(keepsPicturesOnDisk(folder), true)
  writeFileSync(join(folder, 'file'), '')
  assert.equal(keepsPicturesOnDisk(join(folder, 'file')), false)
  rmSync(folder, { recursive: true })
})
