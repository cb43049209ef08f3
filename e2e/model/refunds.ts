import type { ProviderOrder } from '#lib/payment/provider.ts'
import { refundsUnderWay } from '#lib/payment/refund-request.ts'

import { type ModelCapture, TOTAL, withProviderOrder, type World } from './world.ts'

/** A refund of the shop's that is to be made at the model's provider. */
export type ModelRefund = {
  readonly captureId: string
  readonly key: string
  readonly amount: number
}

/** What was given back of a capture, as the provider lists it: the shop's own refunds with their keys, and the others as one. */
export function refundsSeen(
  { id, refunded, own = [] }: ModelCapture,
  hasKeys: boolean,
): ProviderOrder['refunds'] {
  const at = '2026-01-01T00:00:00Z'
  // Money that came back after a dispute is on no list.
  if (refunded === 0) return []
  // Like PayPal's, an id has no mark that a document's name would lose.
  const ours = own.map(({ key, amount }, index) => {
    if (!hasKeys) return { id: `R-${id}-${index}`, amount, at }
    return { id: `R-${key.replaceAll(':', '-')}`, amount, at, key }
  })
  const others = ours.reduce((rest, { amount }) => rest - amount, refunded)
  return others > 0 ? [...ours, { id: `R-${id}`, amount: others, at }] : ours
}

/** The world after a refund, or undefined when the provider refuses it; the same key gives back once, where keys count. */
export function refundAt(world: World, { captureId, key, amount }: ModelRefund): World | undefined {
  const order = Object.values(world.provider).find(({ captures }) =>
    captures.some(({ id }) => id === captureId),
  )
  const capture = order?.captures.find(({ id }) => id === captureId)
  if (!order || !capture) return undefined
  const { own = [] } = capture
  if (order.hasKeys && own.some((one) => one.key === key)) return world
  const isHeld = world.disputes[`D-${captureId}`]?.state === 'open'
  if (isHeld || capture.refunded + amount > TOTAL) return undefined
  const next = {
    ...capture,
    refunded: capture.refunded + amount,
    own: [...own, { key, amount }],
  }
  const captures = order.captures.map((one) => (one === capture ? next : one))
  return withProviderOrder(world, { ...order, captures })
}

/**
 * What is wrong at rest with the refunds that the owner asked for: one without an end,
 * one press that gave back twice, or a refund that the shop does not know.
 */
export function refundsAtRest(world: World): readonly string[] {
  return Object.values(world.orders).flatMap(({ id, payment }) => {
    const requests = payment?.refundRequests ?? []
    const kept = requests.filter(({ state }) => state !== 'refused')
    const presses = new Set(kept.map(({ pressed }) => pressed))
    const made = Object.values(world.provider)
      .filter(({ order }) => order === id)
      .flatMap(({ captures }) => captures.flatMap(({ own = [] }) => own)).length
    const done = requests.filter(({ state }) => state === 'done').length
    return [
      ...refundsUnderWay(payment).map(
        ({ number }) => `${id} rests with refund ${number} under way`,
      ),
      ...(presses.size === kept.length ? [] : [`${id} gave back twice for one press`]),
      ...(made === done ? [] : [`${id} knows ${done} refunds of its own, not ${made}`]),
    ]
  })
}
