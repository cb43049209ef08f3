import { setTimeout as wait } from 'node:timers/promises'

import type { Member } from '../../e2e/support/accounts.ts'
import { callAction } from '../../e2e/support/actions.ts'
import { isLive, type OrderAtPaypal } from '../../e2e/support/paypal-control.ts'
import type { EcpayFault } from './ecpay-purchase.ts'
import type { Plan } from './plan.ts'
import { isOfCashier, isOfLinePay, type Providers, returnedStatus } from './providers.ts'

/** A status that the shop showed and that was wrong at that moment. */
type Wrong = 'order' | 'shown' | 'truth'
export type WrongStatus = Readonly<Record<Wrong, string>>

/** Maximum presses after a missing answer or "please try again". */
const TRIES = 12
const PAUSE = 400
/** The wait after "too often"; twelve of them are longer than any limit's window. */
const LONG_PAUSE = 6000

type ActionAnswer = Readonly<Record<string, unknown>>

/** How a payment at ECPay ends and is told. */
export type EcpayVisit = Pick<Plan, 'ecpayPush' | 'cardOutcome'>

/** The shop and the payment providers that a shopper uses, and a list for wrong statuses. */
export type ShopperContext = {
  readonly shop: string
  readonly providers: Providers
  readonly wrongStatuses: WrongStatus[]
  /** ECPay's cards and numbers, where the shop takes them: faults of its calls, and what a buyer pays there. */
  readonly ecpay?: {
    readonly misbehave: (ref: string, faults: readonly EcpayFault[]) => Promise<void>
    readonly pay: (id: string, number: string, visit: EcpayVisit) => Promise<void>
  }
  /** Has ECPay misbehave in the calls about an order's invoice, where the shop has it. */
  readonly misbehaveAtEcpay?: (id: string, faults: readonly EcpayFault[]) => Promise<void>
}

function statuses(orders: readonly OrderAtPaypal[]): readonly string[] {
  return orders.flatMap(({ captures }) => captures.map(({ status }) => status))
}

function holdsMoney(orders: readonly OrderAtPaypal[]): boolean {
  return orders.some(({ captures }) => captures.some(isLive))
}

// PayPal may act while the shop answers, so what was true before or after the answer is not wrong.
function isWrong(
  result: string,
  before: readonly OrderAtPaypal[],
  after: readonly OrderAtPaypal[],
): boolean {
  switch (result) {
    case 'paid':
      return !statuses(after).some(
        (statuse) => statuse === 'COMPLETED' || statuse.endsWith('REFUNDED'),
      )
    case 'pending':
      return !statuses([...before, ...after]).includes('PENDING')
    case 'refunded':
    case 'taken-back':
    case 'partly-refunded':
      return !statuses(after).some((statuse) => statuse.endsWith('REFUNDED'))
    case 'payable':
    case 'unpaid':
    case 'declined':
    case 'expired':
    case 'out-of-stock':
    case 'refused':
      return holdsMoney(before)
    case 'cancelled':
      // What a buyer pays at ECPay after the order's end is found by a push or the next look at its number.
      return holdsMoney(before.filter(({ id }) => !isOfCashier(id)))
    default:
      return false
  }
}

function statusIn(result: ActionAnswer): string | undefined {
  if (result.ok === false) return String(result.code)
  const { data } = result
  if (typeof data !== 'object' || data === null) return undefined
  // The status beside it is the last one known, which may be over.
  if ('unanswered' in data) return 'unanswered'
  if ('status' in data) return String(data.status)
  return 'reference' in data ? 'payable' : undefined
}

const AGAIN = new Set<unknown>(['unavailable', 'busy', 'too-often', 'unanswered'])

// Presses again after no answer or "please try again", as a shopper would.
type Answering = Promise<ActionAnswer | undefined>
async function retry(ask: () => Answering): Answering {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const result = await ask()
    if (result && !AGAIN.has(statusIn(result))) return result
    await wait(result?.code === 'too-often' ? LONG_PAUSE : PAUSE)
  }
  return undefined
}

const payment = (id: string) => `/checkout/paypal/${id}`

type Ask = () => Promise<ActionAnswer | undefined>

// Compares the status in an answer with the providers, and records it when it is wrong.
async function check({ providers, wrongStatuses }: ShopperContext, id: string, ask: Ask) {
  const before = await providers.orders(id)
  const result = await ask()
  const status = result && statusIn(result)
  if (status === undefined) return result
  const after = await providers.orders(id)
  if (isWrong(status, before, after)) {
    const truth = statuses(after).join(' ') || 'no capture'
    wrongStatuses.push({ order: id, shown: status, truth })
  }
  return result
}

// Back from LINE Pay in another browser, which is not signed in.
function comeBack(context: ShopperContext, id: string, reference: string) {
  return check(context, id, async () => {
    const status = await returnedStatus(context.shop, id, reference)
    return status === undefined ? undefined : { ok: true, data: { status } }
  })
}

// Presses a button; no answer is undefined.
function presser({ shop }: ShopperContext, { session }: Member) {
  return async (name: string, page: string, input: unknown): Promise<ActionAnswer | undefined> => {
    try {
      const { result } = await callAction(name, { page, session, args: [input], shop })
      return result
    } catch {
      return undefined
    }
  }
}

/** A member who calls the shop's actions; every status in an answer is compared with the providers. */
export function createShopper(context: ShopperContext, member: Member) {
  // Refusals shown per attempt, and shown at the last approval, as on the payment page.
  const refusals = new Map<string, number>()
  const seen = new Map<string, { readonly approvals: number; readonly refusals: number }>()

  const press = presser(context, member)

  async function start(id: string, method: string): Promise<ActionAnswer | undefined> {
    const result = await check(context, id, () =>
      press('startPaymentAction', payment(id), { id, method }),
    )
    const reference = referenceIn(result)
    if (reference !== undefined) refusals.set(reference, refusalsIn(result))
    return result
  }

  async function capture(id: string, reference: string): Promise<ActionAnswer | undefined> {
    if (isOfCashier(reference)) return refresh(id)
    if (isOfLinePay(reference)) {
      await comeBack(context, id, reference)
      return refresh(id)
    }
    const approvals = context.providers.paypal
      .approvals()
      .filter((approval) => approval.reference === reference).length
    const known = seen.get(reference)
    const isRepeated = known?.approvals === approvals
    const shown = isRepeated ? known.refusals : (refusals.get(reference) ?? 0)
    seen.set(reference, { approvals, refusals: shown })
    const input = { id, reference, refusals: shown }
    const result = await check(context, id, () => press('capturePaymentAction', payment(id), input))
    if (result?.ok === true) refusals.set(reference, refusalsIn(result))
    return result
  }

  const refresh = (id: string) =>
    check(context, id, () => press('refreshPaymentAction', payment(id), { id }))

  return {
    /** Sends an order once; no answer is undefined. */
    place: (request: object) => press('placeOrderAction', '/checkout', request),
    /** Sends an order again and again until the shop answers. */
    placeWithRetry: (request: object) =>
      retry(() => press('placeOrderAction', '/checkout', request)),
    start,
    capture,
    refresh,
    cancel: (id: string) =>
      check(context, id, () => press('cancelOrderAction', `/account/order/${id}`, { id })),
    requestReturn: (id: string) => {
      const items = [{ index: 0, quantity: 1 }]
      const wish = { id, items, reason: '太大', contact: '0912345678' }
      return retry(() => press('requestReturnAction', `/account/order/${id}`, wish))
    },
    retry,
  }
}

export type Shopper = ReturnType<typeof createShopper>

function field(result: ActionAnswer | undefined, name: string): unknown {
  const data = result?.data
  return typeof data === 'object' && data !== null ? Object(data)[name] : undefined
}

function refusalsIn(result: ActionAnswer | undefined): number {
  return Number(field(result, 'refusals') ?? 0)
}

/** Returns the attempt to approve, if the shop sent one. */
export function referenceIn(result: ActionAnswer | undefined): string | undefined {
  const reference = field(result, 'reference')
  return result?.ok === true && typeof reference === 'string' ? reference : undefined
}

/** Returns the payment state of an answer or a refusal. */
export function toldStatus(result: ActionAnswer | undefined): string | undefined {
  return result && statusIn(result)
}
