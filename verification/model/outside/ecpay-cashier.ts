import { type Charge as ChargeAtEcpay, refundCharge } from '#lib/payment/card-charge.ts'
import { paymentCodeExpiry } from '#lib/payment/payment-code.ts'
import type {
  CreatedOrder,
  OrderToPay,
  PaymentProvider,
  ProviderOrder,
  RefundToMake,
} from '#lib/payment/provider.ts'
import type { Effect } from '../call.ts'
import { perform } from '../live.ts'
import { cashierOrder, numberedOrder, lastSeenAt } from '../provider.ts'
import { refundAt } from '../refunds.ts'
import type { Services } from '../scenario.ts'
import {
  type Charge,
  type LateAct,
  type ModelCapture,
  providerClock,
  refundedOf,
  tick,
  TOTAL,
  withProviderOrder,
  type World,
} from '../world.ts'
import { noAnswer } from './provider.ts'

/** Names a number at the model's cashier, without a call: the buyer's browser brings it there. */
function createEcpayCardOrder(order: OrderToPay): Promise<CreatedOrder> {
  return perform({
    name: `name ${order.id} attempt ${order.attempt}`,
    effects: (world) => {
      const named = cashierOrder(world, order.id, order.attempt)
      const value = { id: named.ref, approveAt: 'https://shop.example/checkout/ecpay/1' }
      const after = withProviderOrder(world, named)
      return [{ label: 'named', fault: false, world: after, outcome: { value } }]
    },
  })
}

/** Asks the model's cashier about a number, which it does not know before a browser brought it. */
function findEcpayCardPayment(reference: string): Promise<ProviderOrder | undefined> {
  return perform({
    name: `ask the cashier about ${reference}`,
    effects: (world) => [
      {
        label: 'answered',
        fault: false,
        world: tick(listed(world, reference)),
        outcome: { value: lastSeenAt(world, reference) },
      },
      noAnswer('no answer', world),
      ...unlisted(world, reference),
      ...forgotten(world, reference),
    ],
  })
}

// What was listed once stays listed.
function listed(world: World, reference: string): World {
  const order = world.provider[reference]
  if (!order?.captures.some(({ back }) => back.some(({ isListed }) => !isListed))) return world
  const captures = order.captures.map((capture) => ({
    ...capture,
    back: capture.back.map((modelBack) => ({ ...modelBack, isListed: true as const })),
  }))
  return withProviderOrder(world, { ...order, captures })
}

// Nobody knows how soon ECPay lists a refund: it may be made and in no answer yet.
function unlisted(world: World, reference: string): readonly Effect<ProviderOrder | undefined>[] {
  const order = world.provider[reference]
  const [capture] = order?.captures ?? []
  const newest = capture?.back.at(-1)
  if (!order || !capture || !newest || newest.isListed) return []
  const before = { ...order, captures: [{ ...capture, back: capture.back.slice(0, -1) }] }
  const value = lastSeenAt(withProviderOrder(world, before), reference)
  const label = 'answered, its newest refund not listed yet'
  return [{ label, fault: true, world: tick(world), outcome: { value } }]
}

// A paid number of which the cashier says for once that there is none.
function forgotten(world: World, reference: string): readonly Effect<ProviderOrder | undefined>[] {
  if (!isForgetful || (world.provider[reference]?.captures ?? []).length === 0) return []
  const label = 'answered, the number is not known'
  return [{ label, fault: true, world: tick(world), outcome: { value: undefined } }]
}

const never = (): Promise<never> => Promise.reject(new Error('The cashier takes no such call'))

let charge: Charge = 'Captured'
let isForgetful = false

/** Sets how ECPay has the charge of every card that was paid, and whether it may forget one for once. */
export function setCashier({ charge: wanted = 'Captured', forgets = false }: Services): void {
  charge = wanted
  isForgetful = forgets
}

const DAY = 24 * 60 * 60 * 1000
/** A quarter past eight in the evening in Taipei, after midnight in UTC. */
const CLOSE = 12.25 * 60 * 60 * 1000

// An authorised charge is closed in the evening of its day.
function chargeOf(world: World, { at }: ModelCapture): Charge {
  const today = Math.floor(at / DAY) * DAY + CLOSE
  const isClosed = providerClock(world) >= (at < today ? today : today + DAY)
  return charge === 'Authorized' && isClosed ? 'To be captured' : charge
}

// A charge that was given up is one of which all went back.
function stateAt(world: World, reference: string): ChargeAtEcpay {
  const order = world.provider[reference]
  const [capture] = order?.captures ?? []
  if (!order || !capture) throw new Error(`${reference} has no charge`)
  const back = refundedOf(capture)
  const known = order.charge ?? chargeOf(world, capture)
  const isGivenUp = back >= TOTAL && known !== 'Captured' && known !== 'To be captured'
  const state = isGivenUp ? 'Canceled' : known
  return { state, amount: TOTAL, closed: TOTAL - back, rows: [] }
}

function readCharge(reference: string): Promise<ChargeAtEcpay> {
  return perform({
    name: `ask how the charge of ${reference} stands`,
    effects: (world) => [
      { label: 'answered', fault: false, world, outcome: { value: stateAt(world, reference) } },
      noAnswer('no answer', world),
    ],
  })
}

// What a call of ECPay's does when it arrives, or undefined if it refuses it.
function actedOn(world: World, refund: RefundToMake, action: 'N' | 'E' | 'R'): World | undefined {
  const order = world.provider[refund.reference]
  const { state } = stateAt(world, refund.reference)
  if (!order) return undefined
  switch (action) {
    case 'E':
      return state === 'To be captured'
        ? withProviderOrder(world, { ...order, charge: 'Operation canceled' })
        : undefined
    case 'N':
      return state === 'Authorized' || state === 'Operation canceled'
        ? refundAt(world, refund)
        : undefined
    case 'R':
      return state === 'To be captured' || state === 'Captured'
        ? refundAt(world, refund)
        : undefined
  }
}

// Nothing makes a call repeatable; it may arrive after whoever sent it has died.
function actOnCharge(refund: RefundToMake, action: 'N' | 'E' | 'R'): Promise<void> {
  const { reference, captureId, key, amount } = refund
  const later = (world: World): World => {
    const request = { ref: captureId, key: `${action} ${key}`, at: world.clock }
    const act = { reference, action, refund: { captureId, key, amount } }
    return { ...world, inFlight: [...world.inFlight, { ...request, act }] }
  }
  return perform({
    name: `${action} ${key}`,
    effects: (world) => {
      const after = actedOn(world, refund, action)
      const way: Effect<void> = after
        ? { label: 'done', fault: false, world: after, outcome: { value: undefined } }
        : { label: 'refused by its state', fault: false, world, outcome: { failure: 'refused' } }
      return [
        way,
        ...(after ? [noAnswer<void>('done, answer lost', after)] : []),
        noAnswer<void>('no answer, still on its way', later(world)),
      ]
    },
    abandoned: later,
  })
}

/** A call about a charge that arrives when nobody waits for it. */
export function arriveAtCharge(world: World, { reference, action, refund }: LateAct): World {
  return actedOn(world, { ...refund, reference, invoiceId: '' }, action) ?? world
}

/** The model's cashier, where the buyer moves the money; the shop's own rules decide what is sent for a refund. */
export const CASHIER: PaymentProvider = {
  numberOf: (orderNumber) => orderNumber,
  create: createEcpayCardOrder,
  find: findEcpayCardPayment,
  capture: never,
  refund: (refund) =>
    refundCharge(
      refund,
      {
        read: () => readCharge(refund.reference),
        act: (action) => actOnCharge(refund, action),
      },
      new Date(),
    ),
}

// Makes a number for a transfer or a store, or tells the one that was made under the shop's number before.
function createEcpayNumber({ id, attempt, method }: OrderToPay): Promise<CreatedOrder> {
  return perform({
    name: `make a number for ${id} attempt ${attempt}`,
    effects: (world) => {
      const ends = paymentCodeExpiry(method, new Date(providerClock(world))).getTime()
      const made = numberedOrder(world, { order: id, attempt, expiresAt: ends })
      const after = withProviderOrder(world, made)
      const value = {
        id: made.ref,
        approveAt: 'https://shop.example/account/order/1',
        shown: { number: made.ref },
        expiresAt: new Date(made.expiresAt).toISOString(),
      }
      return [
        { label: 'made', fault: false, world: after, outcome: { value } },
        noAnswer('no answer', world),
        noAnswer('made, answer lost', after),
      ]
    },
  })
}

/** The model's numbers for transfers and stores, which the shop asks for and shows. */
export const NUMBERS: PaymentProvider = { ...CASHIER, create: createEcpayNumber }
