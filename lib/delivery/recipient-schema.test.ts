import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fullName } from './recipient-schema.ts'

for (const [lastName, firstName, expected] of [
  ['王', '小明', '王小明'],
  ['Smith', 'John William', 'Smith John William'],
  ["O'Neill", 'José', "O'Neill José"],
  ['林', 'Amy', '林Amy'],
  ['', '', ''],
] as const) {
  test(`a name is read «${expected}» (rule 790)`, () => {
    assert.equal(fullName({ lastName, firstName }), expected)
  })
}
