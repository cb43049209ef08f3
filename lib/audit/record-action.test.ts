import assert from 'node:assert/strict'
import { test } from 'node:test'

import { fail, ok } from '../result.ts'
import { actionOutcome } from './record-action.ts'

const unknown = { orderNumber: 'x', code: 'unknown-order' }
const refused = { orderNumber: 'y', code: 'not-paid' }
const list = (done: number, ...all: readonly (typeof refused)[]) => ok({ done, refused: all })

const outcomes: readonly (readonly [what: string, answer: unknown, outcome: string])[] = [
  ['that went well', ok(null), 'ok'],
  ['that was refused', fail('not-paid'), 'not-paid'],
  ['of a list that is done', list(2), 'ok'],
  ['of a list with an unknown order', list(1, refused, unknown), 'partly-unknown'],
  ['of a list with a refused order', list(1, refused), 'partly-refused'],
  ['of a list of which nothing is done', list(0, unknown), 'unknown-order'],
]

for (const [what, answer, outcome] of outcomes) {
  test(`the trail calls an action ${what} ${outcome} (rule 861)`, () => {
    assert.equal(actionOutcome(answer), outcome)
  })
}
