import { z } from 'zod'

import { portFlag, readFlags } from '../stand-in/flags.ts'
import { type NoteChange, openJournal, Table } from '../stand-in/journal.ts'
import type { Faults, Operation } from './faults.ts'
import {
  cardSchema,
  codeSchema,
  invoiceSchema,
  parcelSchema,
  type State,
  stateSchema,
} from './records.ts'

const settingsSchema = z.object({
  port: portFlag.default(0),
  data: z.string().min(1),
  'day-seconds': z.coerce.number().min(0).default(0),
  'invoice-numbers': z.coerce.number().int().positive().default(50),
  balance: z.coerce.number().int().default(10_000),
})

/** Command line settings; README.md explains each flag. */
export type Settings = z.infer<typeof settingsSchema>

/** Reads the command line; throws with the name of a wrong flag in the message. */
export function readSettings(args: string[]): Settings {
  return readFlags(settingsSchema, 'packages/ecpay/README.md tells the flags.', args)
}

function makeTables(note: NoteChange) {
  return {
    parcels: new Table(parcelSchema, note('parcels')),
    invoices: new Table(invoiceSchema, note('invoices')),
    cards: new Table(cardSchema, note('cards')),
    codes: new Table(codeSchema, note('codes')),
    states: new Table(stateSchema, note('states')),
  }
}

/** Opens what the stand-in remembers in a folder. */
export function openStore(directory: string) {
  return openJournal(directory, makeTables)
}

/** One call and the start of its answer, or null without one. */
export type LoggedCall = {
  at: string
  op: Operation
  refs: readonly string[]
  answer: string | null
  fault: string | null
}

/** One push to the shop, and how it answered. */
export type LoggedPush = { at: string; number: string; code: string; answer: string }

/** Everything that the stand-in works with. */
export type Ecpay = {
  base: string
  settings: Settings
  store: ReturnType<typeof openStore>
  faults: Faults
  calls: LoggedCall[]
  pushes: LoggedPush[]
  /** Answers 403 until then, in milliseconds since 1970. */
  shutUntil: number
}

/** The stand-in's own row. */
export function stateOf({ store, settings }: Pick<Ecpay, 'store' | 'settings'>): State {
  const { balance } = settings
  return store.states.get('state') ?? { id: 'state', aheadMs: 0, nextParcel: 1, used: {}, balance }
}

/** The time in the stand-in's world. */
export function clock(ecpay: Ecpay): Date {
  return new Date(Date.now() + stateOf(ecpay).aheadMs)
}

const ahead = 8 * 60 * 60 * 1000

/** A time as ECPay writes it, yyyy-MM-dd HH:mm:ss in Taipei. */
export function taipei(time: Date): string {
  return new Date(time.getTime() + ahead).toISOString().slice(0, 19).replace('T', ' ')
}
