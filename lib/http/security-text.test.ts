import assert from 'node:assert/strict'
import { test } from 'node:test'

import { securityText } from './security-text.ts'

test('security.txt names a contact, and is true for less than a year (rule 700)', () => {
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
