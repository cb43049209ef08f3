import { providerNumber } from '#lib/adapters/provider-number.ts'
import type { Order } from '#lib/order/order.ts'
import type { Attempt } from '#lib/payment/payment.ts'

const twd = (value: number) => ({ currency_code: 'TWD', value: String(value) })

const times = (createTime: string, updateTime = createTime) => ({ createTime, updateTime })

function orderRecord(order: Order, attempt: Attempt) {
  const { id, orderNumber, totalAmount } = order
  const isPaid = attempt.captureId !== undefined
  return {
    id: attempt.reference,
    status: isPaid ? 'COMPLETED' : 'CREATED',
    request: {
      intent: 'CAPTURE',
      purchase_units: [
        {
          reference_id: 'default',
          amount: twd(totalAmount),
          custom_id: id,
          invoice_id: providerNumber(orderNumber),
        },
      ],
    },
    approval: isPaid
      ? {
          funding: attempt.method === 'card' ? 'card' : 'paypal',
          payerId: 'SEEDPAYER2222',
          outcome: 'ok',
          at: attempt.changedAt,
        }
      : null,
    refusals: 0,
    forgotten: false,
    ...times(attempt.startedAt, attempt.changedAt),
  }
}

function captureStatus({ payment, totalAmount }: Order): string {
  const back = payment?.refundedAmount ?? 0
  if (back === 0) return 'COMPLETED'
  return back < totalAmount ? 'PARTIALLY_REFUNDED' : 'REFUNDED'
}

function paymentRecords(order: Order, attempt: Attempt) {
  const { id, orderNumber, totalAmount, payment } = order
  const { captureId, changedAt } = attempt
  if (captureId === undefined) return { captures: [], refunds: [], disputes: [] }
  // What waits for the owner's review came with another amount than the order's.
  const amount = payment?.review?.reason === 'amount' ? totalAmount - 100 : totalAmount
  let total = 0
  const refunds = (payment?.refunds ?? []).map((refund) => {
    total += refund.amount
    return {
      id: refund.id,
      captureId,
      amount: twd(refund.amount),
      customId: refund.key,
      status: 'COMPLETED',
      reversal: false,
      chargeback: false,
      wonBack: false,
      total: String(total),
      fee: '0',
      ...times(refund.at),
    }
  })
  const capture = {
    id: captureId,
    orderId: attempt.reference,
    status: captureStatus(order),
    amount: twd(amount),
    invoiceId: providerNumber(orderNumber),
    customId: id,
    ...times(changedAt),
  }
  const disputes = (payment?.disputes ?? []).map((dispute) => ({
    id: dispute.id,
    captureId,
    reason: dispute.reason,
    status: 'OPEN',
    channel: 'INTERNAL',
    amount: twd(amount),
    outcome: null,
    ...times(changedAt),
  }))
  return { captures: [capture], refunds, disputes }
}

/** What PayPal would have of these orders, as rows of its stand-in's tables. */
export function paypalRecords(orders: readonly Order[]) {
  const attempts = orders.flatMap((order) =>
    (order.payment?.attempts ?? []).map((attempt) => ({ order, attempt })),
  )
  const paid = attempts.map(({ order, attempt }) => paymentRecords(order, attempt))
  return {
    orders: attempts.map(({ order, attempt }) => orderRecord(order, attempt)),
    captures: paid.flatMap(({ captures }) => captures),
    refunds: paid.flatMap(({ refunds }) => refunds),
    disputes: paid.flatMap(({ disputes }) => disputes),
  }
}

/** Lets the PayPal stand-in at `address` know the payments of orders that were seeded. Throws where it refuses them. */
export async function storeAtPaypal(address: string, orders: readonly Order[]): Promise<void> {
  const answer = await fetch(`${address}/_local/records`, {
    method: 'POST',
    body: JSON.stringify(paypalRecords(orders)),
  })
  if (!answer.ok) throw new Error(`The PayPal stand-in refused the seed: ${await answer.text()}`)
}
