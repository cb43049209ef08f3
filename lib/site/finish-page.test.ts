import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'

import { finishPage } from './finish-page.ts'
import { LANGUAGE_SCRIPT } from './header-labels.ts'

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
  const page = `<body>${ELSEWHERE}${DATA}${known.map(inline).join('')}</body>`
  const { policy, html, unknown } = finishPage(page, nothing)
  assert.equal(policy, ['script-src http: https:', ...known.map(hash)].join(' '))
  assert.deepEqual([html, unknown], [page, []])
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
    const { policy, unknown } = finishPage(inline(OPENING) + inline(script), nothing)
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
  const { html } = finishPage(`<head>${link('/a.css')}${link('/b.css')}</head>`, (path) =>
    STYLES.get(path),
  )
  const waiting = (path: string) => link(path).replace('/>', ' disabled=""/>')
  assert.equal(html, `<head><style>a{}b{}</style>${waiting('/a.css')}${waiting('/b.css')}</head>`)
})

test('a stylesheet that cannot be read is loaded as before, and those around it keep their order', () => {
  const page = `<head>${link('/a.css')}${link('/none.css')}</head>`
  const { html } = finishPage(page, (path) => STYLES.get(path))
  assert.equal(html, page)
})
