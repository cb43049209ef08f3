import 'server-only'

import { setTimeout as wait } from 'node:timers/promises'

import { ecpayChargeCalls, readEcpayCharge } from '#lib/adapters/ecpay/card-refunds.ts'
import {
  createEcpayCardOrder,
  ecpayCardForm,
  ecpayCardNumber,
  ecpayCardReference,
  ecpayCodeNumber,
  ecpayCodeReference,
  findEcpayCardPayment,
  isEcpayCashier,
  readEcpayCardMessage,
} from '#lib/adapters/ecpay/cashier.ts'
import {
  createEcpayNumber,
  findEcpayNumber,
  readEcpayCodeMessage,
} from '#lib/adapters/ecpay/payment-codes.ts'
import {
  confirmLinePayRequest,
  createLinePayRequest,
  findLinePayNumbers,
  findLinePayPayment,
  findLinePayPayments,
  isApprovalPage,
  linePayNumber,
  refundLinePayPayment,
} from '#lib/adapters/line-pay/client.ts'
import { findPaypalDispute } from '#lib/adapters/paypal/disputes.ts'
import { readPaypalMessage } from '#lib/adapters/paypal/messages.ts'
import {
  capturePaypalOrder,
  createPaypalOrder,
  findPaypalOrder,
  refundPaypalCapture,
} from '#lib/adapters/paypal/orders.ts'
import { refundCharge, withChargeRefunds } from './card-charge.ts'
import type { ProviderName } from './methods.ts'
import { type PaymentProvider, type ProviderOrder, ProviderProblem } from './provider.ts'

/** Between two questions of a list, in milliseconds: ECPay answers about one number a call, and shuts out who asks too fast. */
const APART = 1_000

async function findOneByOne(
  references: readonly string[],
  find: (reference: string) => Promise<ProviderOrder | undefined>,
): Promise<readonly ProviderOrder[]> {
  const found: ProviderOrder[] = []
  for (const [index, reference] of references.entries()) {
    if (index > 0) await wait(APART)
    const order = await find(reference)
    if (order) found.push(order)
  }
  return found
}

// Where the buyer's confirmation moves the money there is nothing to take, and nobody but the owner gives a transfer back.
async function refuseTaken(): Promise<never> {
  throw new ProviderProblem('capture', { kind: 'refused', issue: 'TAKEN_BY_BUYER' })
}

const CALLS = {
  paypal: {
    numberOf: (orderNumber) => orderNumber,
    create: createPaypalOrder,
    find: findPaypalOrder,
    capture: capturePaypalOrder,
    refund: refundPaypalCapture,
    findDispute: findPaypalDispute,
    readMessage: readPaypalMessage,
  },
  'line-pay': {
    numberOf: linePayNumber,
    create: createLinePayRequest,
    isApprovalPage,
    find: findLinePayPayment,
    findPaid: findLinePayPayments,
    findNumbered: findLinePayNumbers,
    capture: confirmLinePayRequest,
    refund: refundLinePayPayment,
  },
  ecpay: {
    numberOf: ecpayCardNumber,
    referenceOf: ecpayCardReference,
    create: createEcpayCardOrder,
    isApprovalPage: isEcpayCashier,
    leaveForm: ecpayCardForm,
    find: (reference, question) => findEcpayCardPayment(reference, question),
    findPaid: (references) => findOneByOne(references, findEcpayCardPayment),
    capture: refuseTaken,
    refund: async (refund) => refundCharge(refund, ecpayChargeCalls(refund), new Date()),
    withRefunds: (order) => withChargeRefunds(order, () => readEcpayCharge(order.id)),
    readMessage: readEcpayCardMessage,
  },
  'ecpay-code': {
    numberOf: ecpayCodeNumber,
    referenceOf: ecpayCodeReference,
    create: createEcpayNumber,
    isApprovalPage: isEcpayCashier,
    find: (reference, question) => findEcpayNumber(reference, question),
    findPaid: (references) => findOneByOne(references, findEcpayNumber),
    capture: refuseTaken,
    refund: refuseTaken,
    readMessage: readEcpayCodeMessage,
  },
} satisfies Readonly<Record<ProviderName, PaymentProvider>>

const PROVIDERS: ReadonlyMap<string, PaymentProvider> = new Map(Object.entries(CALLS))

/** The provider under this name; throws when the shop knows none. */
export function findProvider(name: string): PaymentProvider {
  const provider = PROVIDERS.get(name)
  if (!provider) throw new Error(`Unknown payment provider: ${name}`)
  return provider
}
