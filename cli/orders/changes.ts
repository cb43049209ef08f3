import 'server-only'

import { readFileSync } from 'node:fs'

import { type Recipient, recipientSchema } from '#lib/delivery/recipient.ts'
import type { Order } from '#lib/order/order.ts'
import { answerReturn } from '#lib/owner/answer-return.ts'
import {
  addNote,
  cancelNumberedOrder,
  completeOrder,
  editRecipient,
  writeInvoiceNumber,
} from '#lib/owner/edit-order.ts'
import { findNumberedOrder, type OwnerContext } from '#lib/owner/change-numbered-order.ts'
import { type Refusal, refundRefusals, refusals } from '#lib/owner/messages.ts'
import { orderSheet } from '#lib/owner/order-text.ts'
import { readPastedParcels } from '#lib/owner/pasted-parcels.ts'
import { refundOrder } from '#lib/owner/refund-order.ts'
import { resolveReview } from '#lib/owner/resolve-review.ts'
import { shipOrder, shipOrders } from '#lib/owner/ship-orders.ts'
import { formatPrice } from '#lib/price/price.ts'
import type { Result } from '#lib/result.ts'

import type { Command } from './command.ts'
import { output, type CommandOutput } from './usage.ts'

type CommandInput<Name extends Command['command']> = Extract<Command, { readonly command: Name }>

/** The commands that change an order. */
export type Change = CommandInput<
  | 'ship'
  | 'ship-list'
  | 'complete'
  | 'edit'
  | 'note'
  | 'invoice'
  | 'cancel'
  | 'refund'
  | 'return'
  | 'resolve'
>

function describeChange(answer: Result<Order, Refusal>): CommandOutput {
  if (answer.ok) return output(orderSheet(answer.data))
  return output(refusals()[answer.code] + (answer.detail ?? ''), false)
}

// Changes only the given fields of the recipient.
function withEdits(recipient: Recipient, input: CommandInput<'edit'>): Recipient {
  const { 'last-name': lastName, 'first-name': firstName, ...named } = input
  const edits = Object.entries({ ...named, lastName, firstName })
  return recipientSchema.parse({
    ...recipient,
    ...Object.fromEntries(edits.filter(([, value]) => value !== undefined)),
  })
}

async function editRecipientOf(
  input: CommandInput<'edit'>,
  context: OwnerContext,
): Promise<CommandOutput> {
  const order = await findNumberedOrder(input.subject)
  if (!order) return output(refusals()['unknown-order'], false)
  const recipient = withEdits(order.recipient, input)
  return describeChange(await editRecipient({ orderId: order.orderId, recipient, context }))
}

const REFUND_STATES = {
  done: '已退款',
  pending: 'PayPal 已受理，還沒有完成；完成後會自動記錄',
  sending: '已送出，正在等 PayPal 確認；會自動以同一筆退款繼續，請不要改用別的原因再退一次',
  refused: 'PayPal 沒有退款',
} as const

async function refundPart(
  input: CommandInput<'refund'>,
  context: OwnerContext,
): Promise<CommandOutput> {
  const { subject: orderId, value: amount, reason, left, return: returnNumber } = input
  // The same words are the same refund, so that a command whose answer was lost can be typed again.
  const words = [amount, reason.trim(), ...(returnNumber === undefined ? [] : [returnNumber])]
  const key = `command:${words.join(':')}`
  const restock = !input['no-restock']
  const request = { orderId, amount, reason, key, left, restock, returnNumber }
  const answer = await refundOrder({ ...request, context })
  if (!answer.ok) return output(refundRefusals()[answer.code] + (answer.detail ?? ''), false)
  const { order, refund } = answer.data
  const said = `退款 ${formatPrice(refund.amount)}：${REFUND_STATES[refund.state]}`
  return output(`${said}\n\n${orderSheet(order)}`)
}

async function shippedAll(
  input: CommandInput<'ship-list'>,
  context: OwnerContext,
): Promise<CommandOutput> {
  const { subject: file, carrier } = input
  const text = readFileSync(file === '-' ? 0 : file, 'utf8')
  const { parcels, unclear } = readPastedParcels(text, carrier)
  const answers = await shipOrders({ parcels, context })
  const lines = answers.map(({ orderId, answer }) => {
    return `${orderId}  ${answer.ok ? '已出貨' : refusals()[answer.code]}`
  })
  const bad = unclear.map((one) => `第 ${one.line} 行看不懂：${one.text}`)
  const count = answers.filter(({ answer }) => answer.ok).length
  const isAll = count === answers.length && unclear.length === 0
  return output([...lines, ...bad, `共 ${count} 筆已出貨`].join('\n'), isAll)
}

/** Runs a command that changes an order and returns its report. */
export async function change(input: Change, context: OwnerContext): Promise<CommandOutput> {
  const at = { orderId: input.subject, context }
  switch (input.command) {
    case 'ship': {
      const { carrier, tracking: trackingNumber, correct: isCorrection } = input
      return describeChange(await shipOrder({ ...at, carrier, trackingNumber, isCorrection }))
    }
    case 'ship-list':
      return shippedAll(input, context)
    case 'complete':
      return describeChange(await completeOrder({ ...at, reason: input.reason }))
    case 'edit':
      return editRecipientOf(input, context)
    case 'note':
      return describeChange(await addNote({ ...at, text: input.value }))
    case 'invoice':
      return describeChange(await writeInvoiceNumber({ ...at, invoiceNumber: input.value }))
    case 'cancel':
      return describeChange(await cancelNumberedOrder({ ...at, reason: input.reason }))
    case 'refund':
      return refundPart(input, context)
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
