import { randomBytes, randomInt } from 'node:crypto'

import { z } from 'zod'

import { portFlag, readFlags } from '../stand-in/flags.ts'
import { type NoteChange, openJournal, Table } from '../stand-in/journal.ts'
import { type Capture, type Order, type Refund, schemas } from './records.ts'

/** An order with its captures, and their refunds other than those that were won back. */
export type OrderFile = { order: Order; captures: readonly Capture[]; refunds: readonly Refund[] }

export function fileOf({ store }: { store: Store }, order: Order): OrderFile {
  const captures = store.captures.list().filter(({ orderId }) => orderId === order.id)
  const ids = new Set(captures.map(({ id }) => id))
  const refunds = store.refunds
    .list()
    .filter(({ captureId, wonBack }) => ids.has(captureId) && !wonBack)
  return { order, captures, refunds }
}

/** Every id by which a fault or a test may name this order. */
export function refsOf({ id, request }: Order): string[] {
  const [unit] = request.purchase_units
  return [id, unit.invoice_id, unit.custom_id].filter((ref) => ref !== undefined)
}

/** The time as PayPal writes it. */
export function now(): string {
  return new Date().toISOString().replace(/\.\d+Z$/, 'Z')
}

function draw(length: number, alphabet: string): string {
  return Array.from({ length }, () => alphabet.charAt(randomInt(alphabet.length))).join('')
}

/** A new id of an order, capture, refund or event: 17 capitals and digits. */
export function newId(): string {
  return draw(17, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789')
}

/** A new id of a payer: 13 characters, without those that people confuse. */
export function newPayerId(): string {
  return draw(13, '23456789ABCDEFGHJKLMNPQRSTUVWXYZ')
}

/** A new debug id: 13 hexadecimal digits. */
export function newDebugId(): string {
  return randomBytes(7).toString('hex').slice(0, 13)
}

const settingsSchema = z.object({
  port: portFlag.default(0),
  data: z.string().min(1),
  'webhook-url': z.url({ protocol: /^https?$/ }).optional(),
  'webhook-id': z.string().min(1).max(50).default('WH-LOCAL-0123456789ABCDEFG'),
  'webhook-delay-ms': z.coerce.number().int().min(0).max(60_000).default(150),
  'answer-ms': z.coerce.number().int().min(0).max(60_000).default(0),
  'client-id': z.string().min(1).default('demo-client'),
  'client-secret': z.string().min(1).default('demo-secret'),
  'invoice-guard': z.enum(['on', 'off']).default('on'),
})

/** Command line settings; README.md explains each flag. */
export type Settings = z.infer<typeof settingsSchema>

/** Reads the command line; throws with the name of a wrong flag in the message. */
export function readSettings(args: string[]): Settings {
  return readFlags(settingsSchema, 'packages/paypal/README.md tells the flags.', args)
}

function makeTables(note: NoteChange) {
  return {
    orders: new Table(schemas.orders, note('orders')),
    captures: new Table(schemas.captures, note('captures')),
    refunds: new Table(schemas.refunds, note('refunds')),
    disputes: new Table(schemas.disputes, note('disputes')),
    entries: new Table(schemas.entries, note('entries')),
    requestKeys: new Table(schemas.requestKeys, note('requestKeys')),
    deliveries: new Table(schemas.deliveries, note('deliveries')),
    meta: new Table(schemas.meta, note('meta')),
  }
}

/** Everything the stand-in remembers. `save` puts all changes since the last one on the disk. */
export type Store = ReturnType<typeof makeTables> & { save: () => void }

/** Opens what the stand-in remembers in a folder. */
export function openStore(directory: string): Store {
  return openJournal(directory, makeTables)
}
