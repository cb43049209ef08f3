import 'server-only'

import type { Order } from '#lib/order/order.ts'
import { answerReturn, cancelByOwner, completeOrder } from '#lib/owner/edit-order.ts'
import { findOrderByNumber, shipOrder } from '#lib/owner/ship-orders.ts'
import type { OwnerContext } from '#lib/owner/owner-context.ts'
import { type Refusal, refundRefusals, refusals } from '#lib/owner/messages.ts'
import { orderSheet } from '#lib/owner/order-text.ts'
import { refundOrder, resolveReview } from '#lib/owner/refund-order.ts'
import { formatPrice } from '#lib/price/price.ts'
import type { Result } from '#lib/result.ts'

import { type Command, output, type CommandOutput } from './command.ts'

type CommandInput<Name extends Command['command']> = Extract<Command, { readonly command: Name }>

/** The commands that change an order. */
export type Change = CommandInput<'ship' | 'complete' | 'cancel' | 'refund' | 'return' | 'resolve'>

function describeChange(answer: Result<Order, Refusal>): CommandOutput {
  if (answer.ok) return output(orderSheet(answer.data))
  return output(refusals()[answer.code] + (answer.detail ?? ''), false)
}

const REFUND_STATES = {
  done: '已退款',
  pending: 'PayPal 已受理，還沒有完成；完成後會自動記錄',
  sending: '已送出，正在等 PayPal 確認；會自動以同一筆退款繼續，請不要改用別的原因再退一次',
  'by-hand': '已記下；要由店主人工退還，之後到訂單頁記下日期',
  refused: 'PayPal 沒有退款',
} as const

async function refundPart(
  input: CommandInput<'refund'>,
  at: { readonly orderId: string; readonly context: OwnerContext },
): Promise<CommandOutput> {
  const { value: amount, reason, left, return: returnNumber } = input
  // The same words are the same refund, so that a command whose answer was lost can be typed again.
  const words = [amount, reason.trim(), ...(returnNumber === undefined ? [] : [returnNumber])]
  const key = `command:${words.join(':')}`
  const restock = !input['no-restock']
  const answer = await refundOrder({ ...at, amount, reason, key, left, restock, returnNumber })
  if (!answer.ok) return output(refundRefusals()[answer.code] + (answer.detail ?? ''), false)
  const { order, refund } = answer.data
  const said = `退款 ${formatPrice(refund.amount)}：${REFUND_STATES[refund.state]}`
  return output(`${said}\n\n${orderSheet(order)}`)
}

/** Runs a command that changes orders and returns its report. */
export async function change(input: Change, context: OwnerContext): Promise<CommandOutput> {
  const order = await findOrderByNumber(input.subject)
  return order ? changeOne(input, order, context) : output(refusals()['unknown-order'], false)
}

async function changeOne(
  input: Change,
  order: Order,
  context: OwnerContext,
): Promise<CommandOutput> {
  const at = { orderId: order.id, context }
  switch (input.command) {
    case 'ship': {
      const { carrier, tracking: trackingNumber, correct: isCorrection } = input
      return describeChange(await shipOrder({ ...at, carrier, trackingNumber, isCorrection }))
    }
    case 'complete':
      return describeChange(await completeOrder({ ...at, reason: input.reason }))
    case 'cancel':
      return describeChange(await cancelByOwner({ ...at, reason: input.reason }))
    case 'refund':
      return refundPart(input, at)
    case 'return': {
      const { value: answer, reason, restock, carrier, tracking: trackingNumber } = input
      const parcel = { carrier, trackingNumber }
      const belowZero = input['below-zero']
      return describeChange(
        await answerReturn({ ...at, answer, reason, restock, parcel, belowZero }),
      )
    }
    case 'resolve':
      return describeChange(
        await resolveReview({
          ...at,
          end: input.value,
          reason: input.reason,
          belowZero: input['below-zero'],
        }),
      )
  }
}
