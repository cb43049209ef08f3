import assert from 'node:assert/strict'
import { test } from 'node:test'

import { openStoredShop } from '../../e2e/database/stored-shop.ts'

test('a scheduler that stays away is reported once by mail, and one process sweeps in its place', async (t) => {
  const { db } = await openStoredShop(t)
  process.env.SMTP_URL = 'smtp://127.0.0.1:1'
  process.env.MAIL_FROM = 'shop@shop.example'
  process.env.OWNER_EMAIL = 'owner@shop.example'
  const { sweepWhenLate } = await import('#lib/sweep/sweep.ts')
  const stopped = '2026-11-23T02:00:00.000Z'
  const last = db.collection('sweeps').doc('last')
  await last.set({ at: stopped, failed: 0 })
  const mails = async () => (await db.collection('outbox').get()).docs.map(({ id }) => id)
  // Twenty minutes after both this process's start and its last sweep.
  const now = new Date(Date.now() + 20 * 60_000)

  const printed = t.mock.method(console, 'error', () => {})
  await Promise.all([sweepWhenLate(now), sweepWhenLate(now), sweepWhenLate(now)])
  const lines = printed.mock.calls.map(({ arguments: [line] }) => String(line))
  assert.equal(lines.filter((line) => line.includes('"sweep-late"')).length, 1)
  assert.notEqual((await last.get()).get('at'), stopped)
  assert.deepEqual(await mails(), ['sweep-late-2026-11-23T020000000Z'])

  // The sweep that took its place was now: nothing is late any more.
  await sweepWhenLate(new Date())
  assert.equal((await mails()).length, 1)
})
