import assert from 'node:assert/strict'
import { test } from 'node:test'

import { parseLabelLanguage } from './header-labels.ts'

const stored: [string | null, string][] = [
  ['ja', 'ja'],
  ['zh-Hant', 'zh-Hant'],
  [null, 'zh-Hant'],
  ['en', 'zh-Hant'],
  ['', 'zh-Hant'],
]
for (const [text, language] of stored) {
  test(`${JSON.stringify(text)} means ${language}`, () => {
    assert.equal(parseLabelLanguage(text), language)
  })
}
