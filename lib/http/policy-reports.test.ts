import assert from 'node:assert/strict'
import { test } from 'node:test'

import { readReports } from './policy-reports.ts'

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
  test(`of ${what} the log gets words of the shop alone (rule 697)`, () => {
    assert.deepEqual(readReports(JSON.stringify(sent)), read)
  })
}

test('what is no JSON is no report (rule 697)', () => {
  assert.deepEqual(readReports('{'), [])
})
