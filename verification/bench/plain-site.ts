import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { processEnvironment } from '../../local/environment.ts'
import type { ProcessPlan } from '../../local/process.ts'

const SITE = join(import.meta.dirname, '..', '..', '.local', 'bench', 'plain')

// As the shop has it: the styles are inside, so that no floor waits for a file that ours doesn't have.
const CSS = 'body{margin:0;font:16px/1.8 sans-serif}img{display:block;width:100%;height:auto}'

function page(img: string): string {
  return `<!doctype html><html lang="zh-Hant"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>OURTEE</title><style>${CSS}</style></head><body>${img}<h1>OURTEE</h1></body></html>`
}

const FIRST = /<picture[^>]*>(?:<source[^>]*>)*<img[^>]*fetchPriority="high"[^>]*><\/picture>/i

/** The first picture of a page, as its markup has it, in every format and crop; empty for a page that begins with words or a drawing. */
export function firstPicture(html: string): string {
  return FIRST.exec(html)?.[0] ?? ''
}

/** Writes a plain page with the first picture of each of `pages`, by kind. */
export function writePlainSite(pages: ReadonlyMap<string, string>): void {
  mkdirSync(SITE, { recursive: true })
  for (const [kind, html] of pages) {
    writeFileSync(join(SITE, `${kind}.html`), page(firstPicture(html)))
  }
}

/** The plain site under a server of its own at a port; its pictures are the shop's. */
export function plainSitePlan(port: number, shop: string): ProcessPlan {
  const server = join(import.meta.dirname, 'plain-server.ts')
  return {
    name: 'plain',
    command: ['node', server, SITE, String(port), shop],
    ready: /Ready/,
    env: processEnvironment(),
  }
}
