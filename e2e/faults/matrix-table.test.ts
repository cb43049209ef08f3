import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

import { matrixTable, MATRIX, unknownSteps } from './matrix-table.ts'

const read = (file: string) => readFileSync(join(import.meta.dirname, '..', '..', file), 'utf8')

test('every fault of the matrix has a name of its own and a step of the table', () => {
  const names = MATRIX.map(({ step, fault }) => `${step}: ${fault}`)
  assert.deepEqual(
    names.filter((name, index) => names.indexOf(name) !== index),
    [],
  )
  assert.deepEqual(unknownSteps(), [])
})

test('docs/reliability.md shows the matrix that is tested', () => {
  assert.ok(read('docs/reliability.md').includes(matrixTable()), `It must say:\n${matrixTable()}`)
})
