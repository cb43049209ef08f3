import assert from 'node:assert/strict'
import { test } from 'node:test'

import { siteProblem } from './codes.ts'

const cases: readonly [site: string, any: boolean, problem: RegExp | undefined][] = [
  ['https://ourtee.tw', false, undefined],
  ['https://ourtee.tw/', false, undefined],
  ['https://ourtee.example', false, /不是真正的網址/],
  ['https://ourtee.example', true, undefined],
  ['http://localhost:3000', false, /https/],
  ['https://localhost:3000', false, /不是真正的網址/],
  ['http://localhost:3000', true, undefined],
  ['https://127.0.0.1', false, /不是真正的網址/],
  ['http://ourtee.tw', false, /https/],
  ['https://ourtee.tw/shop', false, /路徑/],
  ['ourtee.tw', false, /--site/],
  ['', true, /--site/],
]

for (const [site, any, problem] of cases) {
  test(`codes of "${site}"${any ? ' for a trial' : ''} are ${problem ? 'refused' : 'written'}`, () => {
    if (problem) assert.match(siteProblem(site, any) ?? '', problem)
    else assert.equal(siteProblem(site, any), undefined)
  })
}
