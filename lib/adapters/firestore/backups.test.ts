import assert from 'node:assert/strict'
import { test } from 'node:test'

import { setLaptop } from '#lib/settings/laptop.fixture.ts'
import { lastBackup, newestBackup } from './backups.ts'

const backup = (snapshotTime: string, state = 'READY') => ({ snapshotTime, state })

test('the newest backup that is complete counts', () => {
  const backups = [
    backup('2026-11-21T18:00:00Z'),
    backup('2026-11-22T18:00:00Z'),
    backup('2026-11-23T18:00:00Z', 'CREATING'),
  ]
  assert.equal(newestBackup({ backups }), '2026-11-22T18:00:00Z')
  assert.equal(newestBackup({}), undefined)
})

const token = async () => ({ token: 'token' })

test('when the last backup was taken is unknown where Firestore does not say', async (t) => {
  setLaptop()
  t.mock.method(console, 'error', () => {})
  const body = { backups: [backup('2026-11-22T18:00:00Z')] }
  let status = 200
  t.mock.method(globalThis, 'fetch', async () => Response.json(body, { status }))
  assert.deepEqual(await lastBackup(token), { at: '2026-11-22T18:00:00Z' })
  assert.equal(await lastBackup(async () => ({ problem: 'no credentials' })), 'unknown')
  status = 403
  assert.equal(await lastBackup(token), 'unknown')
})
