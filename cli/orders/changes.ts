import 'server-only'

import { recordAction } from '#lib/audit/refusals.ts'
import type { Order } from '#lib/order/order.ts'
import { providerTitle } from '#lib/order/payment/payment-status.ts'
import { answerReturn, cancelByOwner, completeOrder } from '#lib/owner/edit-order.ts'
import { findOrderByNumber, shipOrder } from '#lib/owner/ship-orders.ts'
import type { OwnerContext } from '#lib/owner/owner-context.ts'
import { type Refusal, refundRefusals, refusals } from '#lib/owner/messages.ts'
import { orderSheet } from '#lib/owner/order-text.ts'
import {
  type RefundFailure,
  type RefundResult,
  refundOrder,
  resolveReview,
} from '#lib/owner/refund-order.ts'
import { fail, ok, type Result } from '#lib/result.ts'

import { type Command, output, type CommandOutput, refundText } from './command.ts'

type CommandInput<Name extends Command['command']> = Extract<Command, { readonly command: Name }>

/** The commands that change an order. */
export type Change = CommandInput<'ship' | 'complete' | 'cancel' | 'refund' | 'return' | 'resolve'>

/** The owner at the terminal: the account whose e-mail the command names. */
export type Person = { readonly uid: string; readonly context: OwnerContext }

/** The actions of the owner's page that do the same; the audit trail has their names. */
const ACTIONS: Readonly<Record<Change['command'], string>> = {
  ship: 'shipAction',
  complete: 'completeAction',
  cancel: 'cancelByOwnerAction',
  refund: 'refundAction',
  return: 'answerReturnAction',
  resolve: 'resolveAction',
}

/** An order after a command, and what became of its refund. */
type Changed = { readonly order: Order; readonly refund?: RefundResult['refund'] }

function changedText({ order, refund }: Changed): string {
  if (!refund) return orderSheet(order)
  return `${refundText(refund, providerTitle(order.payment))}\n\n${orderSheet(order)}`
}

async function refundPart(
  input: CommandInput<'refund'>,
  at: { readonly orderId: string; readonly context: OwnerContext },
): Promise<Result<Changed, RefundFailure>> {
  const { value: amount, reason, left, return: returnNumber } = input
  // The same words are the same refund, so that a command whose answer was lost can be typed again.
  const words = [amount, reason.trim(), ...(returnNumber === undefined ? [] : [returnNumber])]
  const key = `command:${words.join(':')}`
  const restock = !input['no-restock']
  return refundOrder({ ...at, amount, reason, key, left, restock, returnNumber })
}

/**
 * Runs a command that changes an order by the use case of the owner's page, and records it in the audit trail. Returns
 * its report, in the words of the order's provider.
 */
export async function change(command: Change, { uid, context }: Person): Promise<CommandOutput> {
  const order = await findOrderByNumber(command.subject)
  const orderId = order?.id ?? command.subject
  const answer: Result<Changed, Refusal | RefundFailure> = order
    ? await changeOne(command, { orderId, context })
    : fail('unknown-order')
  const action = ACTIONS[command.command]
  await recordAction({ action, who: uid, via: 'command', fields: { orderId }, answer })
  if (answer.ok) return output(changedText(answer.data))
  const provider = providerTitle(order?.payment)
  const words: Readonly<Record<Refusal | RefundFailure, string>> =
    command.command === 'refund'
      ? { ...refusals(provider), ...refundRefusals(provider) }
      : { ...refundRefusals(provider), ...refusals(provider) }
  return output(words[answer.code] + (answer.detail ?? ''), false)
}

function whole(answer: Result<Order, Refusal>): Result<Changed, Refusal> {
  return answer.ok ? ok({ order: answer.data }) : answer
}

async function changeOne(
  input: Change,
  at: { readonly orderId: string; readonly context: OwnerContext },
): Promise<Result<Changed, Refusal | RefundFailure>> {
  switch (input.command) {
    case 'ship': {
      const { carrier, tracking: trackingNumber, correct: isCorrection } = input
      return whole(await shipOrder({ ...at, carrier, trackingNumber, isCorrection }))
    }
    case 'complete':
      return whole(await completeOrder({ ...at, reason: input.reason }))
    case 'cancel':
      return whole(await cancelByOwner({ ...at, reason: input.reason }))
    case 'refund':
      return refundPart(input, at)
    case 'return': {
      const { value: answer, reason, restock, carrier, tracking: trackingNumber } = input
      const parcel = { carrier, trackingNumber }
      const belowZero = input['below-zero']
      return whole(await answerReturn({ ...at, answer, reason, restock, parcel, belowZero }))
    }
    case 'resolve': {
      const { value: end, reason, 'below-zero': belowZero } = input
      return whole(await resolveReview({ ...at, end, reason, belowZero }))
    }
  }
}
