import { parseArgs } from 'node:util'

import { buildWhenStale } from '../../local/build.ts'
import { contentionOf } from './contention.ts'
import { randomizedRun } from './randomized-run.ts'
import type { Guard } from './shop-under-fault.ts'

const { values: overrides } = parseArgs({
  options: {
    purchases: { type: 'string', default: '500' },
    seed: { type: 'string', default: '1' },
    guard: { type: 'string', default: 'on' },
    contention: { type: 'string', default: 'shared' },
    'line-pay': { type: 'string', default: '40' },
    ecpay: { type: 'string', default: '0' },
    json: { type: 'boolean', default: false },
  },
})

function wholeNumber(name: string, text: string, min: number): number {
  const value = Number(text)
  if (Number.isInteger(value) && value >= min && value <= 1_000_000) return value
  throw new Error(`--${name} takes a whole number from ${min} on, not ${text}`)
}

function guardOf(text: string): Guard {
  if (text === 'on' || text === 'off') return text
  throw new Error(`--guard takes on or off, not ${text}`)
}

const purchases = wholeNumber('purchases', overrides.purchases, 1)
const seed = wholeNumber('seed', overrides.seed, 0)
const guard = guardOf(overrides.guard)
const contention = contentionOf(overrides.contention)
const percent = wholeNumber('line-pay', overrides['line-pay'], 0)
const ofEcpay = wholeNumber('ecpay', overrides.ecpay, 0)
buildWhenStale()
const began = performance.now()
const { figures, findings } = await randomizedRun(purchases, {
  seed,
  guard,
  contention,
  shares: { linePay: percent / 100, ecpay: ofEcpay / 100 },
})
for (const finding of findings) console.log(finding)
if (!overrides.json) console.table([figures])
console.log(
  `${Math.round((performance.now() - began) / 1000)} s, seed ${seed}, invoice guard ${guard}, ${contention} locks, LINE Pay ${percent} %, ECPay ${ofEcpay} %`,
)
if (overrides.json) console.log(JSON.stringify(figures))
const { captured, recorded, lost, doubled, wrongStatuses, wrongMails, wrongInvoices } = figures
// A run in which nothing was sold proves nothing.
const isEmpty = captured === 0 ? 1 : 0
const wrong =
  lost + doubled + wrongStatuses + wrongMails + wrongInvoices + Math.abs(captured - recorded)
process.exitCode = isEmpty + wrong > 0 ? 1 : 0
