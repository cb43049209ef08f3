import { setTimeout as wait } from 'node:timers/promises'

import { callAction } from '../actions.ts'
import type { Member } from '../accounts.ts'
import { isLive, type OrderAtPaypal, type PaypalDesk } from './desk.ts'

/** Something that the shop told a shopper and that was not so. */
export type Falsehood = { readonly order: string; readonly told: string; readonly truth: string }

/** How often a shopper presses a button again after no answer or "please try again". */
const TRIES = 12
const PAUSE = 400
/** How long a shopper waits who is told to be less busy; twelve of them are longer than anything counts. */
const LONG_PAUSE = 6000

type Told = Readonly<Record<string, unknown>>

/** The place where a shopper buys, and where what was said is written down. */
export type Scene = {
  readonly shop: string
  readonly desk: PaypalDesk
  readonly falsehoods: Falsehood[]
}

function statuses(orders: readonly OrderAtPaypal[]): readonly string[] {
  return orders.flatMap(({ captures }) => captures.map(({ status }) => status))
}

function holdsMoney(orders: readonly OrderAtPaypal[]): boolean {
  return orders.some(({ captures }) => captures.some(isLive))
}

// Only what was so during the whole question, or came true within it, counts: PayPal may act while the shop answers.
function isFalse(
  told: string,
  before: readonly OrderAtPaypal[],
  after: readonly OrderAtPaypal[],
): boolean {
  switch (told) {
    case 'paid':
      return !statuses(after).some((one) => one === 'COMPLETED' || one.endsWith('REFUNDED'))
    case 'pending':
      return !statuses([...before, ...after]).includes('PENDING')
    case 'refunded':
    case 'partly-refunded':
      return !statuses(after).some((one) => one.endsWith('REFUNDED'))
    case 'payable':
    case 'unpaid':
    case 'declined':
    case 'expired':
    case 'refused':
      return holdsMoney(before)
    default:
      return false
  }
}

function standingIn(told: Told): string | undefined {
  if (told.ok === false) return String(told.code)
  const { data } = told
  if (typeof data !== 'object' || data === null) return undefined
  if ('standing' in data) return String(data.standing)
  return 'paypalOrderId' in data ? 'payable' : undefined
}

// Presses again after no answer or "please try again", as a shopper would.
async function insist(ask: () => Promise<Told | undefined>): Promise<Told | undefined> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const told = await ask()
    if (told && told.code !== 'unavailable' && told.code !== 'too-often') return told
    await wait(told?.code === 'too-often' ? LONG_PAUSE : PAUSE)
  }
  return undefined
}

const payment = (id: string) => `/checkout/paypal/${id}`

/** A member at the shop's own actions, with a browser's patience; whatever the shop says of the payment is compared with PayPal. */
export function shopper({ shop, desk, falsehoods }: Scene, { session }: Member) {
  async function press(
    name: string,
    page: string,
    args: readonly unknown[],
  ): Promise<Told | undefined> {
    try {
      const { result } = await callAction(name, { page, session, args, shop })
      return result
    } catch {
      return undefined
    }
  }

  async function check(
    id: string,
    ask: () => Promise<Told | undefined>,
  ): Promise<Told | undefined> {
    const before = await desk.orders(id)
    const told = await ask()
    const standing = told && standingIn(told)
    if (standing === undefined) return told
    const after = await desk.orders(id)
    if (isFalse(standing, before, after)) {
      falsehoods.push({
        order: id,
        told: standing,
        truth: statuses(after).join(' ') || 'no capture',
      })
    }
    return told
  }

  return {
    /** Sends an order once; no answer is undefined. */
    place: (request: object) => press('placeOrderAction', '/checkout', [request]),
    /** Sends an order until the shop has answered it. */
    insistOnPlacing: (request: object) =>
      insist(() => press('placeOrderAction', '/checkout', [request])),
    start: (id: string, method: string) =>
      check(id, () => press('startPaymentAction', payment(id), [{ id, method }])),
    capture: (id: string, paypalOrderId: string) =>
      check(id, () => press('capturePaymentAction', payment(id), [{ id, paypalOrderId }])),
    refresh: (id: string) => check(id, () => press('refreshPaymentAction', payment(id), [{ id }])),
    insist,
  }
}

export type Shopper = ReturnType<typeof shopper>

/** The PayPal order on which the buyer may now agree, if the shop told one. */
export function paypalOrderIn(told: Told | undefined): string | undefined {
  const data = told?.data
  if (typeof data !== 'object' || data === null || !('paypalOrderId' in data)) return undefined
  return String(data.paypalOrderId)
}

/** How the shop says that a payment stands, whether as an answer or as a refusal. */
export function toldStanding(told: Told | undefined): string | undefined {
  return told && standingIn(told)
}
