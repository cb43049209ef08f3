import type { ProviderDispute, ProviderOrder } from '#lib/payment/provider.ts'
import { refundsUnderWay } from '#lib/payment/refund/refund-record.ts'
import {
  type ModelBack,
  type ModelCapture,
  refundedOf,
  TOTAL,
  withProviderOrder,
  type World,
} from './world.ts'

/** A refund of the shop's that is to be made at the model's provider. */
export type ModelRefund = {
  readonly captureId: string
  readonly key: string
  readonly amount: number
}

/** Whether a dispute is the buyer's bank's: what that took is on no list of the provider's. */
export function isAtBank(dispute: string): boolean {
  return dispute.endsWith('-1')
}

/** Refunds of a capture in the provider's list; the shop's have their keys if supported. */
export function refundsSeen({ back }: ModelCapture, hasKeys: boolean): ProviderOrder['refunds'] {
  const listed = back.filter(({ dispute }) => dispute === undefined || !isAtBank(dispute))
  return listed.map(({ id, amount, key }, index) => {
    const at = new Date(Date.parse('2026-01-01T00:00:00Z') + index * 1000).toISOString()
    return { id, amount, at, ...(hasKeys && key !== undefined ? { key } : {}) }
  })
}

/** A capture of which so much more went back; an id has no mark that a document's name would lose. */
export function withBack(capture: ModelCapture, more: Omit<ModelBack, 'id'>): ModelCapture {
  const { id, back } = capture
  const kind = more.key?.replaceAll(':', '-') ?? more.dispute ?? 'console'
  return { ...capture, back: [...back, { ...more, id: `R-${id}-${kind}-${back.length}` }] }
}

/** The disputes about a capture, the oldest first. */
export function disputesOf({ disputes }: World, capture: string): readonly ProviderDispute[] {
  return Object.values(disputes).filter(({ captures }) => captures.some(({ id }) => id === capture))
}

/** The world after a refund, or undefined when the provider refuses it; the same key gives back once, where keys count. */
export function refundAt(world: World, { captureId, key, amount }: ModelRefund): World | undefined {
  const order = Object.values(world.provider).find(({ captures }) =>
    captures.some(({ id }) => id === captureId),
  )
  const capture = order?.captures.find(({ id }) => id === captureId)
  if (!order || !capture) return undefined
  if (order.hasKeys && capture.back.some((modelBack) => modelBack.key === key)) return world
  const isHeld = disputesOf(world, captureId).some(({ state }) => state === 'open')
  if (isHeld || refundedOf(capture) + amount > TOTAL) return undefined
  const next = withBack(capture, { key, amount })
  const captures = order.captures.map((modelCapture) =>
    modelCapture === capture ? next : modelCapture,
  )
  return withProviderOrder(world, { ...order, captures })
}

/**
 * Returns errors of settled refunds: open, doubled or unknown ones. Without keys, equal amounts are
 * interchangeable.
 */
export function refundsAtRest(world: World): readonly string[] {
  return Object.values(world.orders).flatMap(({ id, payment }) => {
    const requests = payment?.refundRequests ?? []
    const kept = requests.filter(({ state }) => state !== 'refused')
    // One press on a review may give several captures back.
    const presses = new Set(kept.map((one) => `${one.idempotencyKey} ${one.capture?.captureRef}`))
    const own = Object.values(world.provider).filter(({ order }) => order === id)
    const back = own.flatMap(({ captures }) => captures.flatMap((capture) => capture.back))
    const keys = back.flatMap(({ key }) => key ?? [])
    const hasKeys = own.every((modelProviderOrder) => modelProviderOrder.hasKeys)
    const others = hasKeys ? 0 : back.filter(({ key, dispute }) => !key && !dispute).length
    const done = requests.filter(({ state }) => state === 'done').length
    // Of these the owner was notified to look: they were made or not.
    const unclear = requests.filter(({ state }) => state === 'by-hand').length
    const isTwice = presses.size < kept.length || new Set(keys).size < keys.length
    return [
      ...refundsUnderWay(payment)
        .filter(({ state }) => state !== 'by-hand')
        .map(({ number }) => `${id} rests with refund ${number} under way`),
      ...(isTwice ? [`${id} gave back twice for one press`] : []),
      ...(Math.abs(keys.length - done) <= others + unclear
        ? []
        : [`${id} knows ${done} refunds of its own, not ${keys.length}`]),
    ]
  })
}
