import assert from 'node:assert/strict'
import { test } from 'node:test'

import { newestBackup } from './backups.ts'

const backup = (snapshotTime: string, state = 'READY') => ({ snapshotTime, state })

test('the newest backup that is complete counts (rule 628)', () => {
  const backups = [
    backup('2026-11-21T18:00:00Z'),
    backup('2026-11-22T18:00:00Z'),
    backup('2026-11-23T18:00:00Z', 'CREATING'),
  ]
  assert.equal(newestBackup({ backups }), '2026-11-22T18:00:00Z')
  assert.equal(newestBackup({}), undefined)
})
