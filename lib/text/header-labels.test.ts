import assert from 'node:assert/strict'
import { test } from 'node:test'

import { HEADER_LABELS, parseLabelLanguage } from './header-labels.ts'

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

test('five labels are written in both languages', () => {
  assert.deepEqual(HEADER_LABELS, {
    toggleMenu: { 'zh-Hant': '開關選單', ja: 'メニューを開閉' },
    about: { 'zh-Hant': '關於我們', ja: '私たちについて' },
    products: { 'zh-Hant': '商品', ja: '商品' },
    events: { 'zh-Hant': '誌', ja: 'よみもの' },
    contact: { 'zh-Hant': '聯絡我們', ja: 'お問い合わせ' },
  })
})
