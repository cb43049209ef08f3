import assert from 'node:assert/strict'
import { test } from 'node:test'

import { array, assert as always, constantFrom, property, record } from 'fast-check'

import { beginCapture, refuseCapture } from './capture-claim.ts'
import {
  after,
  afterChange,
  at,
  attemptOf,
  capturedVerdict,
  capturing,
  makeAttempt,
  makeCapture,
  settleAs,
  withAttempts,
} from './orders.fixture.ts'
import type { PaymentOutcome } from './payment-outcome.ts'

const DECLINED = { kind: 'refused', issue: 'INSTRUMENT_DECLINED' } as const
const two = withAttempts(makeAttempt(), makeAttempt({ number: 2, method: 'card' }))

test('in whatever order presses, events and refusals come, a key that was refused is never sent again', () => {
  const step = record({
    what: constantFrom('page', 'event', 'sweep', 'refusal'),
    reference: constantFrom('PP1', 'PP2'),
    seen: constantFrom(0, 1, 2),
  })
  always(
    property(array(step, { maxLength: 14 }), (steps) => {
      let order = two
      for (const [index, { what, reference, seen }] of steps.entries()) {
        const now = 10 + index
        const before = attemptOf(order, reference === 'PP1' ? 1 : 2)
        const key = { reference, captureAttempt: before.captureAttempt }
        const approval = {
          page: { observedRefusals: seen },
          event: { at: at(seen * 5), event: `E${seen}` },
        }
        const change =
          what === 'refusal'
            ? refuseCapture(order, key, DECLINED, after(now))
            : beginCapture(
                order,
                {
                  reference,
                  claim: `claim-${now}`,
                  approval: what === 'sweep' ? undefined : approval[what],
                },
                after(now),
              )
        order = afterChange(order, change)
        const next = attemptOf(order, before.number)
        if (next.sends > before.sends && before.refusals > 0) {
          assert.equal(next.answersRefusals, before.refusals)
        }
        const underWay = order.payment?.attempts.filter(({ state }) => state === 'capturing')
        assert.ok((underWay?.length ?? 0) <= 1)
      }
    }),
  )
})

test('in whatever order news arrives, money that came is recorded and stays', () => {
  const declined = makeCapture({ id: 'C0', status: 'declined' })
  const news: PaymentOutcome[] = [
    capturedVerdict('C1'),
    capturedVerdict('C1', 80),
    { kind: 'open' },
    { kind: 'approved' },
    { kind: 'void' },
    { kind: 'missing' },
    { kind: 'pending', capture: makeCapture({ status: 'pending' }), reason: 'OTHER' },
    { kind: 'refused', capture: declined, reason: 'DECLINED', order: 'approved' },
  ]
  const step = record({
    verdict: constantFrom(...news),
    reference: constantFrom('PP1', 'PP9'),
    isStale: constantFrom(true, false),
  })
  always(
    property(array(step, { maxLength: 12 }), (steps) => {
      const start = capturing(withAttempts(makeAttempt()))
      let order = start
      let isPaid = false
      for (const [index, { verdict, reference, isStale }] of steps.entries()) {
        const orderBefore = isStale ? start : order
        order = settleAs(order, verdict, { now: 10 + index * 3, reference, before: orderBefore })
        isPaid ||= verdict.kind === 'captured' && reference === 'PP1'
        assert.equal(order.status, isPaid ? '已付款' : '待付款')
        assert.equal(order.payment?.captureId, isPaid ? 'C1' : undefined)
      }
    }),
  )
})
