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
import { REFUND_REFUSALS, REFUSALS } from '#lib/owner/messages.ts'
import { orderSheet } from '#lib/owner/order-text.ts'
import { readPastedParcels } from '#lib/owner/pasted-parcels.ts'
import { refundOrder } from '#lib/owner/refund-order.ts'
import { resolveReview } from '#lib/owner/resolve-review.ts'
import { shipOrder, shipOrders } from '#lib/owner/ship-orders.ts'
import { formatPrice } from '#lib/price/price.ts'
import type { Result } from '#lib/result.ts'

import type { Command } from './command.ts'
import { told, type Told } from './usage.ts'

type Given<Name extends Command['command']> = Extract<Command, { readonly command: Name }>

/** The commands that change an order. */
export type Change = Given<
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

function changed(answer: Result<Order, keyof typeof REFUSALS>): Told {
  if (answer.ok) return told(orderSheet(answer.data))
  return told(REFUSALS[answer.code] + (answer.detail ?? ''), false)
}

// Only what is named is changed; everything else of the recipient stays.
function withEdits(recipient: Recipient, given: Given<'edit'>): Recipient {
  const { 'last-name': lastName, 'first-name': firstName, ...named } = given
  const edits = Object.entries({ ...named, lastName, firstName })
  return recipientSchema.parse({
    ...recipient,
    ...Object.fromEntries(edits.filter(([, value]) => value !== undefined)),
  })
}

async function edited(given: Given<'edit'>, context: OwnerContext): Promise<Told> {
  const order = await findNumberedOrder(given.subject)
  if (!order) return told(REFUSALS['unknown-order'], false)
  const recipient = withEdits(order.recipient, given)
  return changed(await editRecipient({ orderId: order.orderId, recipient, context }))
}

const REFUND_STATES = {
  done: '已退款',
  pending: 'PayPal 已受理，還沒有完成；完成後會自動記錄',
  sending: '已送出，正在等 PayPal 確認；會自動以同一筆退款繼續，請不要改用別的原因再退一次',
  refused: 'PayPal 沒有退款',
} as const

async function refunded(given: Given<'refund'>, context: OwnerContext): Promise<Told> {
  const { subject: orderId, value: amount, reason, left, return: returnNumber } = given
  // The same words are the same refund, so that a command whose answer was lost can be typed again.
  const words = [amount, reason.trim(), ...(returnNumber === undefined ? [] : [returnNumber])]
  const key = `command:${words.join(':')}`
  const restock = !given['no-restock']
  const asked = { orderId, amount, reason, key, left, restock, returnNumber }
  const answer = await refundOrder({ ...asked, context })
  if (!answer.ok) return told(REFUND_REFUSALS[answer.code] + (answer.detail ?? ''), false)
  const { order, refund } = answer.data
  const said = `退款 ${formatPrice(refund.amount)}：${REFUND_STATES[refund.state]}`
  return told(`${said}\n\n${orderSheet(order)}`)
}

async function shippedAll(given: Given<'ship-list'>, context: OwnerContext): Promise<Told> {
  const { subject: file, carrier } = given
  const text = readFileSync(file === '-' ? 0 : file, 'utf8')
  const { parcels, unclear } = readPastedParcels(text, carrier)
  const answers = await shipOrders({ parcels, context })
  const lines = answers.map(({ orderId, answer }) => {
    return `${orderId}  ${answer.ok ? '已出貨' : REFUSALS[answer.code]}`
  })
  const bad = unclear.map((one) => `第 ${one.line} 行看不懂：${one.text}`)
  const count = answers.filter(({ answer }) => answer.ok).length
  const isAll = count === answers.length && unclear.length === 0
  return told([...lines, ...bad, `共 ${count} 筆已出貨`].join('\n'), isAll)
}

/** Carries out a command that changes an order, and tells what became of it. */
export async function change(given: Change, context: OwnerContext): Promise<Told> {
  const at = { orderId: given.subject, context }
  switch (given.command) {
    case 'ship': {
      const { carrier, tracking: trackingNumber, correct: isCorrection } = given
      return changed(await shipOrder({ ...at, carrier, trackingNumber, isCorrection }))
    }
    case 'ship-list':
      return shippedAll(given, context)
    case 'complete':
      return changed(await completeOrder({ ...at, reason: given.reason }))
    case 'edit':
      return edited(given, context)
    case 'note':
      return changed(await addNote({ ...at, text: given.value }))
    case 'invoice':
      return changed(await writeInvoiceNumber({ ...at, invoiceNumber: given.value }))
    case 'cancel':
      return changed(await cancelNumberedOrder({ ...at, reason: given.reason }))
    case 'refund':
      return refunded(given, context)
    case 'return': {
      const { value: answer, reason, restock, carrier, tracking: trackingNumber } = given
      const parcel = { carrier, trackingNumber }
      const belowZero = given['below-zero']
      return changed(await answerReturn({ ...at, answer, reason, restock, parcel, belowZero }))
    }
    case 'resolve':
      return changed(
        await resolveReview({
          ...at,
          end: given.value,
          reason: given.reason,
          belowZero: given['below-zero'],
        }),
      )
  }
}
