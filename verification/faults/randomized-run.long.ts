import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'

import { secretsIn } from '../../e2e/support/log-secrets.ts'
import { type Run, randomizedRun } from './randomized-run.ts'

const RUNS = [
  { guard: 'on', contention: 'shared', purchases: 40, seed: 7, linePay: 0.4, ecpay: 0 },
  { guard: 'off', contention: 'exclusive', purchases: 25, seed: 8, linePay: 0.5, ecpay: 0 },
  { guard: 'on', contention: 'shared', purchases: 40, seed: 9, linePay: 0.3, ecpay: 0.6 },
] as const

for (const { guard, contention, purchases, seed, ...shares } of RUNS) {
  const name = `purchases with faults drawn at random, seed ${seed}, the invoice guard ${guard}, locks ${contention},`
  describe(name, { timeout: 600_000 }, () => {
    let run: Run
    before(async () => {
      run = await randomizedRun(purchases, { seed, guard, shares, contention })
    })

    test('lose nothing, double nothing and tell nothing wrong', () => {
      const { captured, recorded, lost, doubled, wrongStatuses, wrongMails } = run.figures
      const { faults, mails, invoices, wrongInvoices } = run.figures
      const sums = { lost, doubled, wrongStatuses, wrongMails, wrongInvoices }
      const none = { lost: 0, doubled: 0, wrongStatuses: 0, wrongMails: 0, wrongInvoices: 0 }
      assert.deepEqual(sums, none, run.findings.join('\n'))
      assert.equal(recorded, captured)
      assert.ok(captured > 0 && faults > 0 && mails > 0, 'nothing was bought, told or went wrong')
      assert.ok(invoices > 0, 'nothing was invoiced')
      assert.equal(run.figures.byEcpay > 0, shares.ecpay > 0)
    })

    test("leave order numbers and PayPal's debug ids in the log, and no secret", () => {
      assert.match(run.log, /"event":"payment","order":"Order\d{10}-\d{4}"/)
      assert.match(run.log, /"event":"capture-failed","order":"Order[^}]*"debugId":"\w+"/)
      assert.deepEqual(secretsIn(run.log), [])
    })

    test('write whole lines of JSON, but for what Next itself says', () => {
      const own = run.log.split('\n').filter((line) => line.startsWith('{'))
      for (const line of own) assert.doesNotThrow(() => JSON.parse(line), line)
    })
  })
}
