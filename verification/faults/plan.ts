import type { LinePayFault } from '../../e2e/support/line-pay-control.ts'
import type { Fault } from '../../e2e/support/paypal-control.ts'
import type { Random } from '../../e2e/support/random.ts'
import type { EcpayFault } from './ecpay-purchase.ts'

type Method = 'paypal' | 'card' | 'line-pay' | 'ecpay-card' | 'atm' | 'cvs'

/** Which part of the presses, from 0 to 1, is at LINE Pay's button and at ECPay's. */
export type Shares = { readonly linePay: number; readonly ecpay: number }

/** One purchase: the shopper's steps and the injected faults. */
export type Plan = {
  readonly units: number
  readonly method: Method
  /** Another button, which may be that of the other provider. */
  readonly other: Method
  /** The shopper changes to that button before paying. */
  readonly changesMind: boolean
  readonly placing: 'once' | 'twice' | 'again'
  readonly starting: 'once' | 'twice' | 'two-buttons'
  readonly buyer: 'pays' | 'approves-and-leaves' | 'leaves' | 'pays-the-older-one'
  readonly capturing: 'once' | 'twice' | 'again' | 'unapproved-first'
  readonly outcome: string
  /** Result of PayPal's review of a capture. */
  readonly review: 'complete' | 'deny'
  readonly refund: 'none' | 'part' | 'all' | 'reversal'
  readonly faults: readonly Fault[]
  readonly linePayFaults: readonly LinePayFault[]
  /** Faults of the calls about its invoice. */
  readonly ecpayFaults: readonly EcpayFault[]
  /** Faults of the calls about its card or number at ECPay. */
  readonly cashierFaults: readonly EcpayFault[]
  /** What ECPay tells of a payment there, and what becomes of a card. */
  readonly ecpayPush: 'once' | 'none' | 'repeated' | 'forged'
  readonly cardOutcome: 'ok' | 'declined'
  /** LINE Pay's result of the confirm: `ok`, or a refusal's code. */
  readonly linePayOutcome: string
  readonly expireTokens: boolean
  /** The shopper cancels the order before agreeing at PayPal. */
  readonly cancels: boolean
  /** Fault of a mail to the shopper. */
  readonly mail: 'none' | 'refuse' | 'greylist' | 'drop-after-accepting'
}

// The named faults of PayPal's stand-in, each with the calls that it can affect.
const BEFORE: readonly [Fault, ...Fault[]] = [
  { name: 'drop' },
  { name: 'hang' },
  { name: '500' },
  { name: '503' },
  { name: '429' },
  { name: '401' },
]
const AFTER: readonly [Fault, ...Fault[]] = [
  { name: 'lose-reply' },
  { name: 'hang-after-acting' },
  { name: '500-after-acting' },
  { name: 'bad-reply' },
]
const AT_GET: readonly [Fault, ...Fault[]] = [{ name: 'forget-order' }, { name: 'decimal-amounts' }]
const AT_CAPTURE: readonly [Fault, ...Fault[]] = [
  { name: 'decline' },
  { name: 'duplicate-invoice' },
  { name: 'pending' },
  { name: 'capture-declined' },
  { name: 'capture-failed' },
  { name: 'wrong-amount' },
  { name: 'wrong-custom-id' },
  { name: 'issue', issue: 'PAYER_CANNOT_PAY' },
  { name: 'issue', issue: 'ORDER_NOT_APPROVED' },
  { name: 'issue', issue: 'PAYER_ACTION_REQUIRED' },
]
const AT_WEBHOOK: readonly [Fault, ...Fault[]] = [
  { name: 'webhook-twice' },
  { name: 'webhook-late', delayMs: 1500 },
  { name: 'webhook-early' },
  { name: 'webhook-reordered', delayMs: 1500 },
  { name: 'webhook-lost' },
  { name: 'webhook-unsigned' },
  { name: 'webhook-tampered' },
  { name: 'webhook-forged' },
  { name: 'webhook-wrong-id' },
]

// LINE Pay's faults; its calls have no key.
const LINE_PAY_BEFORE: readonly [LinePayFault, ...LinePayFault[]] = [
  { name: 'drop' },
  { name: 'hang' },
  { name: '502' },
  { name: 'code', code: '9000' },
  { name: 'code', code: '1999' },
  { name: 'code', code: '190A' },
]
const LINE_PAY_AFTER: readonly [LinePayFault, ...LinePayFault[]] = [
  { name: 'lose-reply' },
  { name: 'hang-after-acting' },
  { name: '502-after-acting' },
  { name: 'bad-reply' },
  { name: 'code-after-acting', code: '9000' },
  { name: 'code-after-acting', code: '1199' },
]
const AT_CONFIRM: readonly [LinePayFault, ...LinePayFault[]] = [
  { name: 'slow-confirm', delayMs: 1500 },
  { name: 'slow-confirm', delayMs: 2500, code: '1198' },
  { name: 'slow-confirm', delayMs: 2500, code: '1172' },
  { name: 'details-late', delayMs: 2000 },
  { name: 'wrong-amount' },
  { name: 'wrong-order-id' },
  { name: 'code', code: '1280' },
  { name: 'code', code: '1145' },
  { name: 'code', code: '1106' },
]

// ECPay's faults; an issue has a key, a void or an allowance has none.
const ECPAY: readonly [string, ...string[]] = [
  'drop',
  'html',
  'hang',
  '500',
  '403',
  'lose-reply',
  'html-after-acting',
  'hang-after-acting',
  '500-after-acting',
]

/** The same without the one that shuts the shop out. */
const CASHIER: readonly [string, ...string[]] = [
  'drop',
  'html',
  'hang',
  '500',
  'lose-reply',
  'html-after-acting',
  'hang-after-acting',
  '500-after-acting',
]

// A fault that never answers costs ten seconds of waiting, or forty, so it is drawn more rarely.
function drawOne<F extends { readonly name: string }>(
  choices: readonly [F, ...F[]],
  { oneOf, happens }: Random,
): F {
  const first = oneOf(choices)
  return first.name.startsWith('hang') && happens(0.6) ? oneOf(choices) : first
}

function faultAt(op: string, random: Random): Fault[] {
  const special = op === 'get' ? AT_GET : op === 'capture' ? AT_CAPTURE : undefined
  const choices = special && random.happens(0.45) ? special : random.happens(0.5) ? BEFORE : AFTER
  const fault = { ...drawOne(choices, random), op, times: random.oneOf([1, 1, 1, 2, 3]) }
  return [random.happens(0.3) ? { ...fault, skip: 1 } : fault]
}

function faults(random: Random): Fault[] {
  const affected = (['create', 'get', 'capture'] as const).filter((op) =>
    random.happens(op === 'capture' ? 0.5 : 0.3),
  )
  const webhooks = random.happens(0.4) ? [drawOne(AT_WEBHOOK, random)] : []
  return [...affected.flatMap((op) => faultAt(op, random)), ...webhooks]
}

function linePayFaults(random: Random): LinePayFault[] {
  const { happens, oneOf } = random
  const affected = (['request', 'check', 'confirm', 'details'] as const).filter((op) =>
    happens(op === 'confirm' ? 0.5 : 0.25),
  )
  return affected.map((op) => {
    const isSpecial = op === 'confirm' && happens(0.5)
    const choices = isSpecial ? AT_CONFIRM : happens(0.5) ? LINE_PAY_BEFORE : LINE_PAY_AFTER
    const fault = { ...drawOne(choices, random), op, times: oneOf([1, 1, 1, 2]) }
    return happens(0.3) ? { ...fault, skip: 1 } : fault
  })
}

function ecpayFaults(random: Random): EcpayFault[] {
  const { happens, oneOf } = random
  const affected = (['issue', 'get-issue', 'void', 'allowance'] as const).filter(() => happens(0.3))
  return affected.map((op) => {
    const first = oneOf(ECPAY)
    const name = first.startsWith('hang') && happens(0.6) ? oneOf(ECPAY) : first
    return { name, op, times: oneOf([1, 1, 2]) }
  })
}

// A share of nothing draws nothing, so that other shares draw the same with it and without.
function methods(
  { happens, oneOf }: Random,
  { linePay, ecpay }: Shares,
): Pick<Plan, 'method' | 'other'> {
  const draw = (): Method => {
    if (ecpay > 0 && happens(ecpay)) return oneOf(['ecpay-card', 'atm', 'cvs'] as const)
    return happens(linePay) ? 'line-pay' : oneOf(['paypal', 'card'] as const)
  }
  const method = draw()
  const other = draw()
  // Another button is another one; the share decides how often it is another provider's.
  if (other !== method) return { method, other }
  return { method, other: method === 'paypal' ? 'card' : 'paypal' }
}

type CashierPlan = Pick<Plan, 'cashierFaults' | 'ecpayPush' | 'cardOutcome'>

// A payment at ECPay: its card query, or the calls about its number, and what is notified of it.
function cashierPlan(random: Random): CashierPlan {
  const { happens, oneOf } = random
  const calls = ['gen-code', 'query-code-info', 'query-code', 'query-trade'].filter(() =>
    happens(0.4),
  )
  return {
    cashierFaults: calls.map((op) => {
      const first = oneOf(ECPAY)
      // After a 403 the whole shop asks ECPay nothing for half an hour, and nothing else of it is tried.
      const isRare = first.startsWith('hang') ? happens(0.6) : first === '403' && happens(0.9)
      const name = isRare ? oneOf(CASHIER) : first
      return { name, op, times: oneOf([1, 1, 2]) }
    }),
    ecpayPush: oneOf(['once', 'once', 'none', 'repeated', 'forged']),
    cardOutcome: happens(0.15) ? 'declined' : 'ok',
  }
}

const NO_CASHIER: CashierPlan = { cashierFaults: [], ecpayPush: 'once', cardOutcome: 'ok' }

/** Draws a purchase; the same random source draws the same one. */
export function drawPlan(random: Random, shares: Shares): Plan {
  const { oneOf, happens } = random
  return {
    units: oneOf([1, 2, 3, 4, 5]),
    ...methods(random, shares),
    changesMind: happens(0.15),
    placing: oneOf(['once', 'once', 'twice', 'again']),
    starting: oneOf(['once', 'once', 'twice', 'two-buttons']),
    buyer: oneOf(['pays', 'pays', 'pays', 'pays-the-older-one', 'approves-and-leaves', 'leaves']),
    capturing: oneOf(['once', 'once', 'twice', 'again', 'unapproved-first']),
    outcome: happens(0.1)
      ? oneOf(['INSTRUMENT_DECLINED', 'CAPTURE_PENDING', 'CAPTURE_DECLINED'])
      : 'ok',
    review: oneOf(['complete', 'deny']),
    refund: happens(0.12) ? oneOf(['part', 'all', 'reversal']) : 'none',
    faults: faults(random),
    linePayFaults: shares.linePay > 0 ? linePayFaults(random) : [],
    linePayOutcome: happens(0.1) ? oneOf(['1142', '1280', '1110']) : 'ok',
    expireTokens: happens(0.03),
    cancels: happens(0.08),
    mail: happens(0.3) ? oneOf(['refuse', 'greylist', 'drop-after-accepting']) : 'none',
    ecpayFaults: ecpayFaults(random),
    ...(shares.ecpay > 0 ? cashierPlan(random) : NO_CASHIER),
  }
}
