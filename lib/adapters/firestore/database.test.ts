import assert from 'node:assert/strict'
import { test } from 'node:test'

import { answered } from './database.ts'

const failure = (code: number) => Object.assign(new Error('failed'), { code })

for (const [code, name] of [
  [4, 'DatabaseUnavailable'],
  [8, 'DatabaseBusy'],
  [10, 'DatabaseBusy'],
  [13, 'DatabaseUnavailable'],
  [14, 'DatabaseUnavailable'],
] as const) {
  test(`a call that the database ends with ${code} may be sent again: ${name} (rule 308)`, async () => {
    await assert.rejects(answered('testing', Promise.reject(failure(code))), { name })
  })
}

test('any other failure of the database is a defect, and stays what it is', async () => {
  const refused = failure(3)
  await assert.rejects(answered('testing', Promise.reject(refused)), refused)
  assert.equal(await answered('testing', Promise.resolve('answer')), 'answer')
})
