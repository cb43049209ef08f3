import assert from 'node:assert/strict'
import { test } from 'node:test'

import { type Command, parseCommand } from './command.ts'

const NUMBER = 'Order2026112110-0001'

const commands: [string, Command][] = [
  ['list', { command: 'list', days: 30 }],
  ['list --status 已付款 --days 7', { command: 'list', status: '已付款', days: 7 }],
  ['search 王芳', { command: 'search', subject: '王芳', days: 180 }],
  [`show ${NUMBER}`, { command: 'show', subject: NUMBER }],
  [
    `ship ${NUMBER} --carrier 黑貓 --tracking 123 --who 林`,
    { command: 'ship', subject: NUMBER, carrier: '黑貓', tracking: '123', who: '林' },
  ],
  [`complete ${NUMBER}`, { command: 'complete', subject: NUMBER, who: 'wang' }],
  ['review', { command: 'review' }],
  [
    `resolve ${NUMBER} refunded --reason 已退款`,
    { command: 'resolve', subject: NUMBER, end: 'refunded', reason: '已退款', who: 'wang' },
  ],
  ['export 2026-11 --out -', { command: 'export', subject: '2026-11', out: '-' }],
  [
    `resolve ${NUMBER} expired --reason 未收款`,
    { command: 'resolve', subject: NUMBER, end: 'expired', reason: '未收款', who: 'wang' },
  ],
  ['sweep', { command: 'sweep', subject: undefined }],
  ['reconcile 2026-11-21', { command: 'reconcile', subject: '2026-11-21' }],
]

for (const [line, expected] of commands) {
  test(`"${line}" is understood`, () => {
    assert.deepEqual(parseCommand(line.split(' '), 'wang'), expected)
  })
}

const nonsense = [
  '',
  'destroy',
  'show',
  'list --status paid',
  'list --days none',
  'list --colour white',
  `show ${NUMBER} twice`,
  `resolve ${NUMBER} created --reason x`,
  `sweep ${NUMBER}`,
  'export 2026-13',
  'reconcile 2026-02-30',
]

for (const line of nonsense) {
  test(`"${line}" is answered with how the tools are used`, () => {
    assert.equal(parseCommand(line.split(' ').filter(Boolean), 'wang'), undefined)
  })
}
