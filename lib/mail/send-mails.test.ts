import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dataRequestMails } from './send-mails.ts'

const request = {
  uid: 'ada',
  email: 'ada@example.com',
  kind: 'erase',
  askedAt: '2026-11-21T02:00:00.000Z',
} as const

const result = (step: 'requested' | 'done', email: string = request.email) =>
  dataRequestMails({ ...request, email }, step).map(({ kind, to }) => [kind, to?.address])

const ids = (kind: 'erase' | 'export') =>
  dataRequestMails({ ...request, kind }, 'requested').map(({ id }) => id)

test('a data request is told to its member and the owner, and its end to the member (rule 795)', () => {
  assert.deepEqual(result('requested'), [
    ['data-requested', 'ada@example.com'],
    ['owner-data-request', undefined],
  ])
  assert.deepEqual(result('done'), [['data-done', 'ada@example.com']])
  assert.deepEqual(result('requested', ''), [['owner-data-request', undefined]])
})

test('a request asked again on the same day is the same mail, and another kind another (rule 795)', () => {
  assert.deepEqual(ids('erase'), ids('erase'))
  assert.notDeepEqual(ids('erase'), ids('export'))
})
