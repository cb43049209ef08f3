import assert from 'node:assert/strict'
import { test } from 'node:test'

import { makeAttempt, makeCapture, withAttempts } from '#lib/payment/orders.fixture.ts'
import { type Command, parseCommand, refundText, reviewsText, USAGE } from './command.ts'

const NUMBER = 'Order2026112110-0001'
const subject = NUMBER

const commands: readonly (readonly [string, Command])[] = [
  ['complete order2026112110-0001', { command: 'complete', subject }],
  ['complete 2026112110-0001', { command: 'complete', subject }],
  [
    `ship ${NUMBER} --carrier 黑貓 --tracking 123 --who lin@example.com`,
    {
      command: 'ship',
      subject,
      carrier: '黑貓',
      tracking: '123',
      who: 'lin@example.com',
      correct: false,
    },
  ],
  [`complete ${NUMBER}`, { command: 'complete', subject }],
  [
    `refund ${NUMBER} 80 --reason 缺件`,
    { command: 'refund', subject, value: 80, reason: '缺件', restock: false, 'no-restock': false },
  ],
  [
    `refund ${NUMBER} rest --reason 退貨 --no-restock`,
    {
      command: 'refund',
      subject,
      value: 'rest',
      reason: '退貨',
      restock: false,
      'no-restock': true,
    },
  ],
  [
    `return ${NUMBER} exchanged --restock --carrier 黑貓 --tracking 123`,
    {
      command: 'return',
      subject,
      value: 'exchanged',
      reason: '',
      restock: true,
      carrier: '黑貓',
      tracking: '123',
    },
  ],
  ['review', { command: 'review' }],
  [
    `resolve ${NUMBER} expired --reason 未收款`,
    { command: 'resolve', subject, value: 'expired', reason: '未收款' },
  ],
  ['export 2026-11 --out books', { command: 'export', subject: '2026-11', out: 'books' }],
  ['sweep', { command: 'sweep' }],
  [
    'date otr-001 2027-04-15 --reason 布料晚到',
    { command: 'date', subject: 'otr-001', value: '2027-04-15', reason: '布料晚到' },
  ],
  ['reconcile 2026-11-21', { command: 'reconcile', subject: '2026-11-21' }],
  [
    'customer Fang@example.com --export',
    { command: 'customer', subject: 'Fang@example.com', export: true, erase: false, out: '.' },
  ],
  [
    'customer k3JxQ2mVZpYt8RwB1nLcD5hS0aF7 --erase',
    {
      command: 'customer',
      subject: 'k3JxQ2mVZpYt8RwB1nLcD5hS0aF7',
      export: false,
      erase: true,
      out: '.',
    },
  ],
]

for (const [line, command] of commands) {
  test(`"${line}" is understood`, () => {
    assert.deepEqual(parseCommand(line.split(' ')), { command })
    assert.ok(USAGE.includes(`\n  ${command.command} `), 'it stands in the usage')
  })
}

const nonsense: readonly (readonly [string, RegExp])[] = [
  ['destroy', /不認得的指令「destroy」/],
  ['complete', /訂單編號.*沒有寫/],
  [`refund ${NUMBER} 80 --left none`, /--left 要寫您看到的可退金額.*none/],
  ['sweep --colour white', /不認得的選項「--colour」/],
  ['sweep --reason x', /指令 sweep 沒有選項 --reason/],
  ['export 2026-11 --out', /選項 --out 後面要寫內容/],
  [`complete ${NUMBER} twice`, /多出的內容「twice」/],
  [`refund ${NUMBER} 80 b`, /多出的內容「b」/],
  [`resolve ${NUMBER} created --reason x`, /結果寫在訂單編號後面.*created/],
  [`sweep ${NUMBER}`, /多出的內容「Order/],
  [`refund ${NUMBER} 80.5 --reason x`, /金額寫在訂單編號後面.*80\.5/],
  [`refund ${NUMBER} 0 --reason x`, /金額/],
  [`return ${NUMBER} maybe`, /accepted（同意）/],
  ['export 2026-13', /月份要寫成.*2026-13/],
  ['reconcile 2026-02-30', /日期要寫成存在的.*2026-02-30/],
  ['customer fang', /Email.*fang/],
  [`ship ${NUMBER} --carrier ${'x'.repeat(41)}`, /--carrier 最多 40 個字/],
  [`complete ${NUMBER} --who 林`, /--who 要寫店主的電子信箱.*林/],
]

for (const [line, problem] of nonsense) {
  test(`"${line.slice(0, 60)}" is answered with the argument that is wrong`, () => {
    const parsed = parseCommand(line.split(' '))
    assert.match('problem' in parsed ? parsed.problem : '', problem)
  })
}

for (const line of ['', '--help', 'sweep --help']) {
  test(`"${line}" asks how the tools are used`, () => {
    assert.deepEqual(parseCommand(line.split(' ').filter(Boolean)), { help: true })
  })
}

const held = (reference: string) => {
  return { ...makeCapture({ id: `of-${reference}` }), reference, refundedAmount: 0, refunds: [] }
}

test('a refund and a review are reported in the name of the provider that took the money', () => {
  assert.equal(
    refundText({ amount: 80, state: 'pending' }, 'LINE Pay'),
    '退款 NT$80：LINE Pay 已受理，尚未完成；完成後會自動記錄',
  )
  const order = withAttempts(
    makeAttempt(),
    makeAttempt({ number: 2, provider: 'line-pay', method: 'line-pay', reference: 'LP2' }),
  )
  const text = reviewsText([{ order, captures: ['PP1', 'LP2'].map(held) }])
  assert.match(text, /PayPal of-PP1 {2}已收款/)
  assert.match(text, /LINE Pay of-LP2 {2}已收款/)
})
