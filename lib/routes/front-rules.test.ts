import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

import { cdnRules, nginxRules, withRules } from './front-rules.ts'

const DOCS = join(import.meta.dirname, '..', '..', 'docs')
const read = (name: string) => readFileSync(join(DOCS, name), 'utf8')

test('nginx.conf says what the table of routes says; npm run front writes it', () => {
  assert.equal(read('nginx.conf'), withRules(read('nginx.conf'), 'conf', nginxRules()))
})

test("a CDN's rules are those of the table; npm run front writes them", () => {
  assert.equal(read('deployment.md'), withRules(read('deployment.md'), 'md', cdnRules()))
})

test('nothing is kept of what is made for one person, and a photograph may pass', () => {
  const { uncached = '', sizes = '' } = nginxRules()
  for (const part of ['account', 'owner', 'checkout', 'checkout-success', 'pickup', 'api', '__']) {
    assert.match(uncached, new RegExp(`[(|]${part}[|)]`))
  }
  for (const part of ['product', 'c', 'shop', '_next']) {
    assert.doesNotMatch(uncached, new RegExp(`[(|]${part}[|)]`))
  }
  assert.match(sizes, /= \/api\/owner-picture \{[^}]*client_max_body_size 25600k;/)
})
