import { test } from 'node:test'

import { addresses } from '../support/addresses.ts'
import { expect } from '../support/expect.ts'
import { MARK } from '../support/hostile-text.ts'
import { shopLog } from '../support/start-shop.ts'

const OLD = 'application/csp-report'
const NEW = 'application/reports+json'

function send(body: string, type = OLD, method = 'POST') {
  const headers = { 'content-type': type }
  const sent = method === 'POST' ? { method, headers, body } : { method }
  return fetch(new URL('/api/reports', addresses().shop), sent)
}

// Lines about a directive that no page of the shop breaks.
const lines = () =>
  shopLog()
    .split('\n')
    .filter((line) => /"csp-report"/.test(line) && /worker-src/.test(line))

const old = (blocked: string) =>
  JSON.stringify({
    'csp-report': {
      'effective-directive': 'worker-src',
      'blocked-uri': blocked,
      'script-sample': MARK,
    },
  })
const many = (count: number) =>
  JSON.stringify(
    Array.from({ length: count }, () => ({
      type: 'csp-violation',
      url: `https://x.example/${MARK}`,
      body: { effectiveDirective: 'worker-src', blockedURL: `https://x.example/${MARK}` },
    })),
  )

test('a report of either form is one line, without what was sent', async () => {
  const before = lines().length
  const answers = [await send(old(`https://x.example/${MARK}`)), await send(many(3), NEW)]
  for (const answer of answers) {
    expect([answer.status, await answer.text()]).toEqual([204, ''])
    expect(answer.headers.get('cache-control')).toBe('no-store')
  }
  await expect.poll(() => lines().length).toBe(before + 4)
  expect(lines().join('\n')).not.toContain(MARK)
})

test('a body that is no report, or too large, is answered alike and writes nothing', async () => {
  const before = lines().length
  const bodies = ['', '{', 'null', '[]', '"worker-src"', many(11)]
  for (const body of bodies) expect((await send(body)).status).toBe(204)
  const deep = `${'['.repeat(5000)}${']'.repeat(5000)}`
  expect((await send(deep)).status).toBe(204)
  expect((await send(old('x'.repeat(20_000)))).status).toBe(413)
  for (const method of ['GET', 'PUT', 'DELETE']) {
    expect((await send('', OLD, method)).status).toBe(405)
  }
  expect((await send(many(1), 'multipart/form-data; boundary=x')).status).toBe(415)
  // A line that came would be there before this one.
  await send(old('eval'))
  await expect.poll(() => lines().length).toBe(before + 1)
})
