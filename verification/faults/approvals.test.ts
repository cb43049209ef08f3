import assert from 'node:assert/strict'
import { test } from 'node:test'

import type { RequestAtPaypal } from '../../e2e/support/paypal-control.ts'
import { unapprovedCaptures } from './approvals.ts'

const at = (second: number) => `2026-11-22T02:00:0${second}.000Z`

function capture(key: number, second: number, issue?: string): RequestAtPaypal {
  const status = issue === undefined ? 201 : 422
  return { op: 'capture', requestId: `capture:PP1:${key}`, at: at(second), status, issue }
}

const makeApproval = (second: number, reference = 'PP1') => ({ reference, at: at(second) })

const CASES = [
  {
    name: 'one key, sent twice',
    requests: [capture(1, 1), capture(1, 2)],
    approvals: [],
    found: 0,
  },
  {
    name: 'approved after the refusal',
    requests: [capture(1, 1, 'INSTRUMENT_DECLINED'), capture(2, 3)],
    approvals: [makeApproval(0), makeApproval(2)],
    found: 0,
  },
  {
    name: 'approved before the refusal only',
    requests: [capture(1, 1, 'PAYER_CANNOT_PAY'), capture(2, 3)],
    approvals: [makeApproval(0)],
    found: 1,
  },
  {
    name: 'another PayPal order approved after the refusal',
    requests: [capture(1, 1, 'PAYER_CANNOT_PAY'), capture(2, 3)],
    approvals: [makeApproval(0), makeApproval(2, 'PP2')],
    found: 1,
  },
  {
    name: 'approved only after the second capture',
    requests: [capture(1, 1, 'PAYER_CANNOT_PAY'), capture(2, 3)],
    approvals: [makeApproval(0), makeApproval(4)],
    found: 1,
  },
  {
    name: 'a new key though nobody had approved',
    requests: [capture(1, 1, 'ORDER_NOT_APPROVED'), capture(2, 3)],
    approvals: [makeApproval(2)],
    found: 1,
  },
]

for (const { name, requests, approvals, found } of CASES) {
  test(`${name}: ${found === 0 ? 'in order' : 'found'}`, () => {
    assert.equal(unapprovedCaptures(requests, approvals).length, found)
  })
}
