import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const CSS = 'body{margin:0;font:16px/1.8 sans-serif}img{display:block;width:100%;height:auto}'

function page(img: string): string {
  return `<!doctype html><html lang="zh-Hant"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>OURTEE</title><link rel="stylesheet" href="/style.css"></head><body>${img}<h1>OURTEE</h1></body></html>`
}

const FIRST = /<img[^>]*fetchPriority="high"[^>]*>/i
const FIRST_OF_TWO_CROPS = new RegExp(`<picture><source[^>]*>${FIRST.source}</picture>`, 'i')

/** The first picture of a page, as its markup has it, with the crop for phones where there is one. */
export function firstPicture(html: string): string {
  const [img] = FIRST_OF_TWO_CROPS.exec(html) ?? FIRST.exec(html) ?? []
  if (!img) throw new Error('The page names no picture that comes first.')
  return img
}

/** Serves plain HTML for each kind of page: one stylesheet and the page's first picture. */
export async function startPlainSite(
  shop: string,
  pages: ReadonlyMap<string, string>,
): Promise<{ address: string; stop: () => Promise<void> }> {
  const answers = new Map([['/style.css', { type: 'text/css', body: Buffer.from(CSS) }]])
  for (const [name, html] of pages) {
    const body = Buffer.from(page(firstPicture(html)))
    answers.set(`/${name}`, { type: 'text/html; charset=utf-8', body })
  }
  const server = createServer((request, response) => {
    void (async () => {
      const path = request.url ?? '/'
      const known = answers.get(path) ?? (await pictureAt(shop, path, request.headers.accept))
      answers.set(path, known)
      response.setHeader('content-type', known.type)
      response.setHeader('content-length', known.body.length)
      response.end(known.body)
    })()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    address: `http://127.0.0.1:${portOf(server.address())}`,
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function portOf(address: string | AddressInfo | null): number {
  if (address === null || typeof address === 'string') throw new Error('No port.')
  return address.port
}

async function pictureAt(shop: string, path: string, accept = '*/*') {
  const answer = await fetch(new URL(path, shop), { headers: { accept } })
  const type = answer.headers.get('content-type') ?? 'application/octet-stream'
  return { type, body: Buffer.from(await answer.arrayBuffer()) }
}
