import type {
  CreatedOrder,
  OrderToPay,
  PaymentProvider,
  ProviderOrder,
} from '#lib/order/payment/provider.ts'

import { numberExpiry } from '#lib/order/payment/kept-pieces.ts'

import { cashierOrder, numberedOrder, seenAt } from '../provider.ts'
import { perform } from '../live.ts'
import { providerClock, tick, withProviderOrder } from '../world.ts'
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
        world: tick(world),
        outcome: { value: seenAt(world, reference) },
      },
      noAnswer('no answer', world),
    ],
  })
}

const never = (): Promise<never> => Promise.reject(new Error('The cashier takes no such call'))

/** The model's cashier, where the buyer moves the money. */
export const CASHIER: PaymentProvider = {
  numberOf: (orderNumber) => orderNumber,
  create: createEcpayCardOrder,
  find: findEcpayCardPayment,
  capture: never,
  refund: never,
}

// Makes a number for a transfer or a store, or tells the one that was made under the shop's number before.
function createEcpayNumber({ id, attempt, method }: OrderToPay): Promise<CreatedOrder> {
  return perform({
    name: `make a number for ${id} attempt ${attempt}`,
    effects: (world) => {
      const ends = numberExpiry(method, new Date(providerClock(world))).getTime()
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
