import { after, before, describe, test } from 'node:test'

import { type Cell, CELLS, DEADLY } from './cells.ts'
import { openStage, play, type Stage } from './stage.ts'

let stage: Stage

before(async () => {
  stage = await openStage(3400)
})

after(() => stage.close())

const named = ({ step, fault }: Cell) => `${step}: ${fault}`

describe('a fault at PayPal', { concurrency: 10, timeout: 300_000 }, () => {
  for (const cell of CELLS) test(named(cell), () => play(stage, cell))
})

describe('a part that dies', { concurrency: 1, timeout: 300_000 }, () => {
  for (const cell of DEADLY) test(named(cell), () => play(stage, cell))
})
