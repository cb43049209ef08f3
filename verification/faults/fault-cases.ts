import type { CallFault } from '../../e2e/support/firestore-proxy.ts'
import type { Fault } from '../../e2e/support/paypal-control.ts'
import { type KillablePart, NAMES } from './shop-under-fault.ts'

/** A fault of one of the shop's writes about an order, after `skip` of them have passed. */
export type WriteFault = { readonly fault: CallFault; readonly skip: number }

/** One faultCase of the fault matrix: a step, what goes wrong there, and how the order must stand in the end. */
export type FaultCase = {
  readonly step: string
  readonly fault: string
  readonly faults: readonly Fault[]
  /** `leaves`: the buyer closes the tab after approving, so that only webhook and sweep remain. */
  readonly buyer: 'stays' | 'leaves'
  readonly ends: string
  /** Whether the webhook alone must have finished, or must not have begun, the payment. */
  readonly byWebhook?: boolean
  /** Result of PayPal's review of a pending capture. */
  readonly review?: 'complete' | 'deny'
  /** Part to kill, while PayPal is slow or between calls. */
  readonly kill?: KillablePart
  readonly write?: WriteFault
  /** The sweep runs once while the faults are still there. */
  readonly sweepsUnderFault?: boolean
}

const NO_ANSWER = ['drop', 'hang', '500', '503', '429', '401']
const ACTED = ['lose-reply', 'hang-after-acting', '500-after-acting', 'bad-reply']

function faultCase(step: string, fault: Fault, more: Partial<FaultCase> = {}): FaultCase {
  const name = fault.issue ?? fault.name
  return { step, fault: name, faults: [fault], buyer: 'stays', ends: 'paid', ...more }
}

const OPS = { create: 'create', capture: 'capture', get: 'read back' } as const
const STEPS = ['create', 'capture', 'get'] as const

function interruptions(op: string): readonly string[] {
  const always = [...NO_ANSWER, ...ACTED]
  return op === 'get' ? [...always, 'forget-order', 'decimal-amounts'] : always
}

const atPaypal: FaultCase[] = STEPS.flatMap((op) =>
  interruptions(op).map((name) => faultCase(OPS[op], { name, op })),
)

// Three times in a row: the repeats meet the same fault.
const repeated: FaultCase[] = ['lose-reply', '503', '401'].flatMap((name) =>
  STEPS.map((op) => faultCase(OPS[op], { name, op, times: 3 }, { fault: `${name} three times` })),
)

const LOST: Fault = { name: 'webhook-lost', times: 9 }
const atCapture = (name: string): Fault => ({ name, op: 'capture' })
const issue = (name: string): Fault => ({ name: 'issue', issue: name, op: 'capture' })

// Results of a capture, sent by the page, the webhook or the sweep.
const verdicts: [Fault, Partial<FaultCase>][] = [
  [atCapture('decline'), { ends: 'declined' }],
  [atCapture('capture-declined'), { ends: 'declined' }],
  [atCapture('capture-failed'), { ends: 'declined' }],
  [atCapture('pending'), { review: 'complete' }],
  [atCapture('pending'), { review: 'deny', ends: 'declined', fault: 'pending then denied' }],
  [atCapture('wrong-amount'), { ends: 'review' }],
  [atCapture('wrong-currency'), { ends: 'review' }],
  [atCapture('wrong-custom-id'), { ends: 'review' }],
  [atCapture('wrong-invoice-id'), { ends: 'review' }],
  [issue('PAYER_CANNOT_PAY'), { ends: 'declined' }],
]

// PayPal refuses these once, so another concurrent capture would succeed: no webhook, no other
// sweep.
const exclusive: [Fault, Partial<FaultCase>][] = [
  [atCapture('duplicate-invoice'), { ends: 'blocked' }],
  [issue('PAYER_ACTION_REQUIRED'), { ends: 'declined' }],
]

const bySweep = (fault: Fault, more: Partial<FaultCase> = {}) =>
  faultCase('sweep', fault, {
    buyer: 'leaves',
    sweepsUnderFault: true,
    ...more,
    faults: [LOST, fault],
  })

const decided: FaultCase[] = [
  ...verdicts.flatMap(([fault, more]) => [
    faultCase('capture', fault, more),
    faultCase('webhook', fault, { ...more, buyer: 'leaves' }),
  ]),
  ...verdicts.map(([fault, more]) => bySweep(fault, more)),
  ...exclusive.map(([fault, more]) =>
    faultCase('capture', fault, { ...more, faults: [LOST, fault] }),
  ),
  faultCase('capture', issue('ORDER_NOT_APPROVED')),
]

const genuine = ['webhook-twice', 'webhook-late', 'webhook-early', 'webhook-reordered']
const untrue = [
  'webhook-unsigned',
  'webhook-tampered',
  'webhook-forged',
  'webhook-wrong-id',
  'webhook-lost',
]

const webhooks: FaultCase[] = [
  ...genuine.map((name) =>
    faultCase('webhook', { name, delayMs: 1000 }, { buyer: 'leaves', byWebhook: true }),
  ),
  ...untrue.map((name) =>
    faultCase(
      'webhook',
      { name, eventType: 'CHECKOUT.ORDER.APPROVED' },
      { buyer: 'leaves', byWebhook: false },
    ),
  ),
  ...[...NO_ANSWER, ...ACTED].map((name) =>
    faultCase('webhook', atCapture(name), { buyer: 'leaves' }),
  ),
]

const sweeps: FaultCase[] = [...NO_ANSWER, ...ACTED].map((name) => bySweep(atCapture(name)))

/**
 * Faults of a commit. gRPC's codes are 10 ABORTED, 13 INTERNAL and 14 UNAVAILABLE: the client
 * repeats the call after 14, and the transaction after the others.
 */
export const CALL_FAULTS: readonly (readonly [name: string, fault: CallFault])[] = [
  ['Firestore hangs', { before: 'hang' }],
  ['Firestore away', { before: 14 }],
  ['Firestore aborts', { before: 10 }],
  ["Firestore's reply lost", { after: 13 }],
  ["Firestore's reply lost on the way", { after: 14 }],
  ['Firestore hangs after acting', { after: 'hang' }],
]

// A payment writes four times: the intention to create, PayPal's id, the intention to capture, the verdict.
const WRITES: [string, number, Partial<FaultCase>][] = [
  ['create', 0, {}],
  ['store id', 1, {}],
  ['capture', 2, {}],
  ['write', 3, {}],
  ['webhook', 3, { buyer: 'leaves' }],
  ['sweep', 3, { buyer: 'leaves', faults: [LOST], sweepsUnderFault: true }],
]

const writes: FaultCase[] = WRITES.flatMap(([step, skip, more]) =>
  CALL_FAULTS.map(([name, fault]) =>
    faultCase(step, { name }, { faults: [], write: { fault, skip }, ...more }),
  ),
)

/** Faults of one order, so that many can be tried at once. */
export const FAULT_CASES: readonly FaultCase[] = [
  ...atPaypal,
  ...repeated,
  ...decided,
  ...webhooks,
  ...sweeps,
  ...writes,
]

const slow = (op: string): Fault => ({ name: 'slow', op, delayMs: 1500 })

// One part dies while PayPal takes its time: before what PayPal did is stored, or written.
const DEATHS: [string, readonly Fault[], Partial<FaultCase>][] = [
  ['store id', [slow('create')], {}],
  ['approve', [], {}],
  ['write', [slow('capture')], {}],
  ['read back', [slow('get')], {}],
  ['webhook', [slow('capture')], { buyer: 'leaves' }],
  ['sweep', [LOST, slow('capture')], { buyer: 'leaves' }],
]

/** Faults that kill a process, or that another sweep would undo. They run one after the other. */
export const EXCLUSIVE_CASES: readonly FaultCase[] = [
  ...DEATHS.flatMap(([step, faults, more]) =>
    (['shop', 'firestore'] as const).map((kill) =>
      faultCase(step, { name: `SIGKILL of ${NAMES[kill]}` }, { faults, kill, ...more }),
    ),
  ),
  ...exclusive.map(([fault, more]) => bySweep(fault, more)),
]
