import { createHash } from 'node:crypto'
import type { SigningCertificate } from './certificate.ts'
import type { Order } from './records.ts'
import type { OrderFile } from './representation.ts'
import type { Faults, Operation } from './scenarios.ts'
import type { Account, Settings } from './settings.ts'
import type { Change, Store } from './store.ts'
import type { WebhookEvent } from './webhook-event.ts'
import type { Webhooks } from './webhooks.ts'

/** One API call as it was answered; tests read them under /_local/requests. */
export type LoggedCall = {
  at: string
  op: Operation
  refs: readonly string[]
  requestId: string | null
  prefer: string | null
  status: number | null
  issue: string | null
  scenario: string | null
  debugId: string
}

/** Everything that the stand-in works with. */
export type Desk = {
  base: string
  settings: Settings
  account: Account
  store: Store
  faults: Faults
  webhooks: Webhooks
  certificate: SigningCertificate
  calls: LoggedCall[]
}

/** Writes changes and the events they cause in one piece; the events leave soon after. */
export function commit(
  desk: Desk,
  changes: readonly Change[],
  events: readonly WebhookEvent[],
): void {
  desk.store.commit([...changes, ...events.flatMap((event) => desk.webhooks.announce(event))])
  // The events of this very call leave through sendEarly, before the timer sees them.
  setImmediate(() => desk.webhooks.wake())
}

/** The order with its captures and refunds. */
export function fileOf(desk: Desk, order: Order): OrderFile {
  const captures = desk.store.captures.list().filter(({ orderId }) => orderId === order.id)
  const ids = new Set(captures.map(({ id }) => id))
  const refunds = desk.store.refunds
    .list()
    .filter(({ captureId, wonBack }) => ids.has(captureId) && !wonBack)
  return { order, captures, refunds }
}

/** Every id by which a fault may name this order. */
export function refsOf(order: Order): string[] {
  const [unit] = order.request.purchase_units
  return [order.id, unit.invoice_id, unit.custom_id].filter((ref) => ref !== undefined)
}

/** The time as PayPal writes it. */
export function now(): string {
  return new Date().toISOString().replace(/\.\d+Z$/, 'Z')
}

export function fingerprintOf(...parts: readonly string[]): string {
  return createHash('sha256').update(parts.join('\n')).digest('hex')
}
