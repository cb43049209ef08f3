import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

import { AUDIT_KINDS } from '#lib/audit/audit.ts'
import {
  AUDIT_LABELS,
  auditText,
  countText,
  objectText,
  refusalText,
  whoText,
} from './audit-labels.ts'

const PAGES = join(import.meta.dirname, '..', '..', '..', 'app', 'owner')

const CHINESE = /^[\p{Script=Han}\d：、 ]+$/u

const actions = readdirSync(PAGES, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('actions.ts'))
  .flatMap((file) => [
    ...readFileSync(join(PAGES, file), 'utf8').matchAll(/^export const (\w+) =/gm),
  ])
  .map(([, name = '']) => name)

test('every action of the owner has words, done or refused', () => {
  assert.ok(actions.length > 40)
  for (const action of [...actions, 'savePicture']) {
    assert.match(auditText({ kind: 'owner-action', action }), CHINESE, action)
    assert.match(refusalText(action) ?? '', CHINESE, action)
  }
})

test('what was done at the terminal says so, under the words of the page', () => {
  const entry = { kind: 'owner-action', action: 'refundAction' } as const
  assert.equal(auditText(entry), '退款')
  assert.equal(auditText({ ...entry, via: 'command' }), '退款（主機上的指令）')
})

test('every kind, and every status by which requests are refused, has words', () => {
  for (const kind of AUDIT_KINDS) assert.match(AUDIT_LABELS[kind], CHINESE)
  for (const status of [400, 403, 404, 405, 409, 413, 415]) {
    assert.match(refusalText(String(status)) ?? '', CHINESE)
  }
  assert.equal(refusalText('refused'), undefined)
})

test('who, what it was about and how often are in words', () => {
  assert.equal(whoText('none'), '未登入')
  assert.equal(whoText('command'), '主機上的指令')
  assert.equal(whoText('5cVq2'), '5cVq2')
  assert.equal(objectText('customer-0123456789abcdef'), '顧客 0123456789abcdef')
  assert.equal(objectText('typed-0123456789abcdef'), '輸入的文字 0123456789abcdef')
  assert.equal(objectText('money-2026-11'), '收支 2026-11')
  assert.equal(objectText('export'), '資料複本')
  assert.equal(objectText('Order2026112310-0001'), 'Order2026112310-0001')
  assert.equal(countText({ kind: 'request-refused', count: 3 }), '一分鐘內 3 次')
  assert.equal(countText({ kind: 'breach-notice', count: 3 }), '寫好 3 封')
})
