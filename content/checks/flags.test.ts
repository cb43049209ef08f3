import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

import { wordsFor } from '#lib/adapters/markdown/content-flags.ts'

const PAGES = ['faq', 'policy', 'terms'] as const
const page = (name: string) => readFileSync(`content/info/${name}.md`, 'utf8')

for (const name of PAGES) {
  test(`${name} names LINE Pay in a shop that takes it, and nowhere else (rule 94)`, () => {
    const text = page(name)
    const none = { line_pay: false, invoices: false }
    const all = { line_pay: true, invoices: true }
    assert.doesNotMatch(wordsFor(text, none), /line[ _]?pay|[{}]/iu)
    assert.match(wordsFor(text, all), /LINE Pay/u)
    assert.doesNotMatch(wordsFor(text, all), /[{}]/u)
  })
}

test('only a shop that issues invoices by itself promises it (rule 751)', () => {
  const promise = /自動開立|一律開立/u
  assert.match(wordsFor(page('faq'), { line_pay: false, invoices: true }), promise)
  for (const name of PAGES)
    assert.doesNotMatch(wordsFor(page(name), { line_pay: true, invoices: false }), promise)
})
