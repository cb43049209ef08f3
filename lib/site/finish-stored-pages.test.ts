import assert from 'node:assert/strict'
import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { test } from 'node:test'

import { getMemoryCache } from 'next/dist/server/lib/incremental-cache/memory-cache.external.js'

import { finishStoredPages } from './finish-stored-pages.ts'

const LINK = '<link rel="stylesheet" href="/_next/static/chunks/a.css" data-precedence="next"/>'
const HTML = `<head>${LINK}</head><script>(self.__next_f=self.__next_f||[]).push([0])</script>`

const cache = getMemoryCache(1_000_000)

type Stored = NonNullable<Parameters<typeof cache.set>[1]['value']>
type Page = Extract<Stored, { rscData: unknown }>

// Next names the kind by an enum that exists in its own build alone; parsed text fits any type.
function page(): Page {
  const headers = { 'x-nextjs-prerender': '1' }
  return JSON.parse(
    JSON.stringify({ kind: 'APP_PAGE', html: HTML, rscData: null, headers, status: 200 }),
  )
}

test('a page is finished when Next stores it, once, built or regenerated', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ourtee-build-'))
  try {
    mkdirSync(join(folder, 'static', 'chunks'), { recursive: true })
    writeFileSync(join(folder, 'static', 'chunks', 'a.css'), 'a{}')
    finishStoredPages(relative(process.cwd(), folder))
    const value = page()
    cache.set('/a', { lastModified: 1, value })
    assert.match(value.html, /^<head><style>a\{\}<\/style><link [^>]* disabled=""\/><\/head>/)
    assert.equal(value.headers?.['x-nextjs-prerender'], '1')
    assert.match(
      String(value.headers['content-security-policy']),
      /^script-src http: https: 'sha256-[\w+/=]+'$/,
    )
    const finished = structuredClone(value)
    cache.set('/a', { lastModified: 2, value })
    assert.deepEqual(value, finished)
    const regenerated = page()
    cache.set('/a', { lastModified: 3, value: regenerated })
    assert.deepEqual(regenerated, finished)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
