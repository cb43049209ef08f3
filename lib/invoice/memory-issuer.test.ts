import { describe } from 'node:test'

import { testIssuer } from './issuer.fixture.ts'
import { InvoiceProblem } from './issuer.ts'
import { MemoryIssuer } from './memory-issuer.fixture.ts'

// The next call of this name about this key is lost: before it is carried out, or after.
type LostCall = { readonly call: string; readonly key: string; readonly isDone: boolean }

let time = new Date(0)
let lost: LostCall | undefined
let isMinistryAway = false
const NUMBERS = 20

const issuer = new MemoryIssuer({
  now: () => time,
  numbers: NUMBERS,
  isMinistryAway: () => isMinistryAway,
  across: async (call, key, act) => {
    const { call: name, key: about, isDone } = lost ?? {}
    if (name !== call || about !== key) return act()
    lost = undefined
    if (isDone) act()
    throw new InvoiceProblem(call, 'unknown', 'TimeoutError')
  },
})

// An issuer that passes the port's tests can issue the shop's invoices.
describe('a second issuer is one adapter', () => {
  testIssuer({
    issuer: () => issuer,
    moveTo: async (at) => {
      time = new Date(at)
    },
    loseAnswer: async (call, key) => {
      lost = { call, key, isDone: true }
    },
    loseCall: async (call, key) => {
      lost = { call, key, isDone: false }
    },
    loseMinistry: async () => {
      isMinistryAway = true
    },
    numbers: NUMBERS,
  })
})
