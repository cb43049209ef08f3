import type { Fault } from './desk.ts'

/** One cell of the fault matrix: a step, what goes wrong there, and how the order must stand in the end. */
export type Cell = {
  readonly step: string
  readonly fault: string
  readonly faults: readonly Fault[]
  /** `leaves`: the buyer closes the tab after approving, so that only webhook and sweep remain. */
  readonly buyer: 'stays' | 'leaves'
  readonly ends: string
  /** Whether the webhook alone must have finished, or must not have begun, the payment. */
  readonly byWebhook?: boolean
  /** How PayPal's review of a pending capture ends. */
  readonly review?: 'complete' | 'deny'
  /** What is killed while PayPal is slow to answer. */
  readonly kill?: 'shop' | 'firestore'
  /** The sweep runs once while the faults are still there. */
  readonly sweepsUnderFault?: boolean
}

const NO_ANSWER = ['drop', 'hang', '500', '503', '429', '401']
const ACTED = ['lose-reply', 'hang-after-acting', '500-after-acting', 'bad-reply']

function cell(step: string, fault: Fault, more: Partial<Cell> = {}): Cell {
  const name = fault.issue ?? fault.name
  return { step, fault: name, faults: [fault], buyer: 'stays', ends: 'paid', ...more }
}

function interrupted(op: string): readonly string[] {
  return op === 'get'
    ? [...NO_ANSWER, ...ACTED, 'forget-order', 'decimal-amounts']
    : [...NO_ANSWER, ...ACTED]
}

const atPaypal: Cell[] = (['create', 'capture', 'get'] as const).flatMap((op) => {
  const step = op === 'get' ? 'read back' : op
  return interrupted(op).map((name) => cell(step, { name, op }))
})

// Twice in a row: the first repeat meets the same fault.
const repeated: Cell[] = ['lose-reply', '503', '401'].flatMap((name) =>
  (['create', 'capture', 'get'] as const).map((op) =>
    cell(op === 'get' ? 'read back' : op, { name, op, times: 3 }, { fault: `${name} three times` }),
  ),
)

const LOST: Fault = { name: 'webhook-lost', times: 9 }
const ACTION_REQUIRED: Fault = {
  name: 'issue',
  issue: 'PAYER_ACTION_REQUIRED',
  op: 'capture',
}
const DUPLICATE: Fault = { name: 'duplicate-invoice', op: 'capture' }

const decided: Cell[] = [
  cell('capture', { name: 'decline', op: 'capture' }, { ends: 'declined' }),
  cell('capture', { name: 'capture-declined', op: 'capture' }, { ends: 'declined' }),
  cell('capture', { name: 'capture-failed', op: 'capture' }, { ends: 'declined' }),
  cell('capture', { name: 'pending', op: 'capture' }, { review: 'complete' }),
  cell(
    'capture',
    { name: 'pending', op: 'capture' },
    { review: 'deny', ends: 'declined', fault: 'pending, then denied' },
  ),
  cell('capture', DUPLICATE, { faults: [LOST, DUPLICATE], ends: 'review' }),
  cell('capture', { name: 'wrong-amount', op: 'capture' }, { ends: 'review' }),
  cell('capture', { name: 'wrong-currency', op: 'capture' }, { ends: 'review' }),
  cell('capture', { name: 'wrong-custom-id', op: 'capture' }, { ends: 'review' }),
  cell('capture', { name: 'wrong-invoice-id', op: 'capture' }, { ends: 'review' }),
  cell('capture', { name: 'issue', issue: 'ORDER_NOT_APPROVED', op: 'capture' }),
  cell(
    'capture',
    { name: 'issue', issue: 'PAYER_CANNOT_PAY', op: 'capture' },
    { ends: 'declined' },
  ),
  cell('capture', ACTION_REQUIRED, { ends: 'declined', faults: [LOST, ACTION_REQUIRED] }),
]

const genuine = ['webhook-twice', 'webhook-late', 'webhook-early', 'webhook-reordered']
const false_ = [
  'webhook-unsigned',
  'webhook-tampered',
  'webhook-forged',
  'webhook-wrong-id',
  'webhook-lost',
]

const webhooks: Cell[] = [
  ...genuine.map((name) =>
    cell('webhook', { name, delayMs: 1000 }, { buyer: 'leaves', byWebhook: true }),
  ),
  ...false_.map((name) =>
    cell(
      'webhook',
      { name, eventType: 'CHECKOUT.ORDER.APPROVED' },
      { buyer: 'leaves', byWebhook: false },
    ),
  ),
  ...['500', 'lose-reply', '401'].map((name) =>
    cell('webhook', { name, op: 'capture' }, { buyer: 'leaves', fault: `${name} at its capture` }),
  ),
]

const sweeps: Cell[] = [...NO_ANSWER, ...ACTED].map((name) => ({
  step: 'sweep',
  fault: name,
  faults: [LOST, { name, op: 'capture' }],
  buyer: 'leaves',
  ends: 'paid',
  sweepsUnderFault: true,
}))

/** The faults that strike one order alone, so that many can be tried at once. */
export const CELLS: readonly Cell[] = [...atPaypal, ...repeated, ...decided, ...webhooks, ...sweeps]

const SLOW = 1500

// While PayPal takes its time, one part dies: before what PayPal did is stored, or written.
const steps = [
  { op: 'create', step: 'store id' },
  { op: 'capture', step: 'write' },
  { op: 'get', step: 'read back' },
] as const

/** The faults that end a whole part, one after the other. */
export const DEADLY: readonly Cell[] = steps.flatMap(({ op, step }) =>
  (['shop', 'firestore'] as const).map((kill) =>
    cell(step, { name: 'slow', op, delayMs: SLOW }, { fault: `SIGKILL of the ${kill}`, kill }),
  ),
)
