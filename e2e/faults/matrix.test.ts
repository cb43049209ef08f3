import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'

import { CELLS, LONELY_CELLS } from './cells.ts'
import type { Deed } from './deed.ts'
import { DEEDS } from './deeds.ts'
import { LONELY_DEEDS } from './lonely-deeds.ts'
import { secretsIn } from './log-secrets.ts'
import { play } from './play.ts'
import { expectTruth, heal, openStage, type Stage } from './stage.ts'

let stage: Stage

before(async () => {
  stage = await openStage(3400, process.env.INVOICE_GUARD === 'off' ? 'off' : 'on')
})

after(() => stage.close())

const named = ({ step, fault }: { step: string; fault: string }) => `${step}: ${fault}`

async function perform({ act, ends }: Deed): Promise<void> {
  const order = await act(stage)
  await heal(stage, order.id)
  await expectTruth(stage, order, ends)
}

describe('what strikes one order', { concurrency: 10, timeout: 900_000 }, () => {
  for (const cell of CELLS) test(named(cell), () => play(stage, cell))
  for (const deed of DEEDS) test(named(deed), () => perform(deed))
})

describe('what strikes the whole shop', { concurrency: 1, timeout: 900_000 }, () => {
  for (const cell of LONELY_CELLS) test(named(cell), () => play(stage, cell))
  for (const deed of LONELY_DEEDS) test(named(deed), () => perform(deed))
})

test("the log of all this has order numbers and PayPal's debug ids, and no secret", () => {
  const log = stage.own.log()
  assert.match(log, /"event":"capture-failed","order":"Order[^}]*"debugId":"\w+"/)
  assert.deepEqual(secretsIn(log), [])
})
