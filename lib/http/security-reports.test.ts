import assert from 'node:assert/strict'
import { test } from 'node:test'

import { readReports, securityText } from './security-reports.ts'

const reports = [
  {
    what: 'the older form',
    sent: { 'csp-report': { 'violated-directive': "script-src 'self'", 'blocked-uri': 'inline' } },
    read: [{ directive: 'script-src', blocked: 'inline' }],
  },
  {
    what: 'the newer form',
    sent: [
      {
        type: 'csp-violation',
        body: { effectiveDirective: 'img-src', blockedURL: 'https://evil.example/王小明' },
      },
    ],
    read: [{ directive: 'img-src', blocked: 'address' }],
  },
  {
    what: 'a text of the sender in every field',
    sent: { 'csp-report': { 'effective-directive': 'a@b.example', 'blocked-uri': '\u001b[31m' } },
    read: [],
  },
  {
    what: 'a text of the sender as what was stopped',
    sent: { 'csp-report': { 'effective-directive': 'img-src', 'blocked-uri': 'call 0800' } },
    read: [{ directive: 'img-src', blocked: 'other' }],
  },
  { what: 'something else', sent: { hello: 1 }, read: [] },
  {
    what: 'a list that is too long',
    sent: Array.from({ length: 11 }, () => ({ type: 'csp-violation', body: {} })),
    read: [],
  },
]

for (const { what, sent, read } of reports) {
  test(`the log gets words of the shop alone about ${what}`, () => {
    assert.deepEqual(readReports(JSON.stringify(sent)), read)
  })
}

test('a body that is no JSON is no report', () => {
  assert.deepEqual(readReports('{'), [])
})

test('security.txt names a contact, and is true for less than a year', () => {
  const now = new Date('2026-11-23T00:00:00Z')
  const fields = new Map(
    securityText(now)
      .trim()
      .split('\n')
      .map((line) => {
        const [name = '', ...value] = line.split(': ')
        return [name, value.join(': ')]
      }),
  )
  assert.match(fields.get('Contact') ?? '', /^mailto:\S+@\S+$/)
  assert.match(fields.get('Canonical') ?? '', /\/\.well-known\/security\.txt$/)
  const days = (Date.parse(fields.get('Expires') ?? '') - now.getTime()) / 86_400_000
  assert.ok(days > 30 && days < 365, String(days))
})
