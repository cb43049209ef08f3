import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { test } from 'node:test'

import { getMemoryCache } from 'next/dist/server/lib/incremental-cache/memory-cache.external.js'

import { LANGUAGE_SCRIPT } from '#lib/text/header-labels.ts'
import { postProcessHtml, postProcessStaticPages } from './post-process-static-pages.ts'

const LINK = '<link rel="stylesheet" href="/_next/static/chunks/a.css" data-precedence="next"/>'
const HTML = `<head>${LINK}</head><script>(self.__next_f=self.__next_f||[]).push([0])</script>`

const cache = getMemoryCache(1_000_000)

type StoredPage = NonNullable<Parameters<typeof cache.set>[1]['value']>
type Page = Extract<StoredPage, { rscData: unknown }>

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
    postProcessStaticPages(relative(process.cwd(), folder))
    const value = page()
    cache.set('/a', { lastModified: 1, value })
    assert.match(
      value.html,
      /^<head><style>a\{\}<\/style><link [^>]* disabled="" type="text\/plain"\/><\/head>/,
    )
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

const OPENING = '(self.__next_f=self.__next_f||[]).push([0])'
const START =
  '(globalThis["TURBOPACK"] || (globalThis["TURBOPACK"] = [])).push({"otherChunks":[]});'
const FLIGHT = String.raw`self.__next_f.push([1,"1:\"$Sreact.fragment\"\n\u003c/script>"])`
const ELSEWHERE = '<script src="/_next/static/a.js" async=""></script>'
const DATA = '<script type="application/ld+json">{"@type":"Product"}</script>'

const nothing = () => undefined
const inline = (text: string) => `<script>${text}</script>`
const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

test('the policy names what Next and the shop write inline, and no host more or less', () => {
  const known = [LANGUAGE_SCRIPT, OPENING, START, FLIGHT]
  const page = `<body>${DATA}${known.map(inline).join('')}${ELSEWHERE}</body>`
  const { policy, html, unknown } = postProcessHtml(page, nothing)
  assert.equal(policy, ['script-src http: https:', ...known.map(hash)].join(' '))
  assert.deepEqual([html, unknown], [page, []])
})

test('the files of a page are named last, in their order, and none is lost', () => {
  const error = '<link rel="preload" href="/_next/static/e.css" as="style"/>'
  const ahead = '<link rel="preload" as="script" fetchPriority="low" href="/_next/static/b.js"/>'
  const late = '<script src="/_next/static/c.js" async="" id="_R_"></script>'
  const files = ahead + ELSEWHERE + error + late
  const rest = `</head><body><img src="a.avif"/>${inline(OPENING)}${DATA}`
  const { html } = postProcessHtml(`<head>${files}${rest}</body>`, nothing)
  assert.equal(html, `<head>${rest}${files}</body>`)
  assert.equal(postProcessHtml(files, nothing).html, files)
})

const foreign: string[] = [
  'alert(1)',
  `${OPENING};alert(1)`,
  `${FLIGHT};alert(1)`,
  'self.__next_f.push([1,"a"+alert(1)+"b"])',
  'self.__next_f.push([1,"a"],alert(1),["b"])',
  String.raw`self.__next_f.push([1,"\x61"])`,
  '(globalThis["TURBOPACK"] || (globalThis["TURBOPACK"] = [])).push({"a":alert(1)});',
  '(globalThis["TURBOPACK"] || (globalThis["TURBOPACK"] = [])).push({});alert({});',
]
for (const script of foreign) {
  test(`a script that does more than hand over data is not named: ${script}`, () => {
    const { policy, unknown } = postProcessHtml(inline(OPENING) + inline(script), nothing)
    assert.equal(policy, `script-src http: https: ${hash(OPENING)}`)
    assert.deepEqual(unknown, [script])
  })
}

const link = (path: string) => `<link rel="stylesheet" href="${path}" data-precedence="next"/>`
const STYLES = new Map([
  ['/a.css', 'a{}'],
  ['/b.css', 'b{}'],
])

test('styles stand in the page once, in their order, and their links wait without loading', () => {
  const { html } = postProcessHtml(`<head>${link('/a.css')}${link('/b.css')}</head>`, (path) =>
    STYLES.get(path),
  )
  const waiting = (path: string) => link(path).replace('/>', ' disabled="" type="text/plain"/>')
  assert.equal(html, `<head><style>a{}b{}</style>${waiting('/a.css')}${waiting('/b.css')}</head>`)
})

test('a stylesheet that cannot be read is loaded as before, and those around it keep their order', () => {
  const page = `<head>${link('/a.css')}${link('/none.css')}</head>`
  const { html } = postProcessHtml(page, (path) => STYLES.get(path))
  assert.equal(html, page)
})
