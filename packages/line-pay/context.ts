import { randomInt, randomUUID } from 'node:crypto'

import { z } from 'zod'

import { portFlag, readFlags } from '../stand-in/flags.ts'
import { type NoteChange, openJournal, Table } from '../stand-in/journal.ts'
import type { Faults, Operation } from './faults.ts'
import { paymentSchema } from './records.ts'

const onOrOff = z.enum(['on', 'off'])
const settingsSchema = z.object({
  port: portFlag.default(0),
  data: z.string().min(1),
  'channel-id': z.string().min(1).default('1234567890'),
  'channel-secret': z.string().min(1).default('demo-line-pay-secret'),
  'open-minutes': z.coerce.number().positive().default(20),
  'approved-minutes': z.coerce.number().positive().default(20),
  'early-confirm-kills': onOrOff.default('on'),
  'one-confirm-per-order': onOrOff.default('off'),
  'gone-code': z.enum(['1180', '1150']).default('1180'),
})

/** Command line settings; README.md explains each flag. */
export type Settings = z.infer<typeof settingsSchema>

/** Reads the command line; throws with the name of a wrong flag in the message. */
export function readSettings(args: string[]): Settings {
  return readFlags(settingsSchema, 'packages/line-pay/README.md tells the flags.', args)
}

function makeTables(note: NoteChange) {
  return { payments: new Table(paymentSchema, note('payments')) }
}

/** Opens what the stand-in remembers in a folder. */
export function openStore(directory: string) {
  return openJournal(directory, makeTables)
}

/** One API call; `code` is null without an answer. */
export type LoggedCall = {
  at: string
  op: Operation
  refs: readonly string[]
  /** The payment's state when the call came, CONFIRMING while a confirm runs. */
  state: string | null
  code: string | null
  fault: string | null
}

/** Everything that the stand-in works with. */
export type LinePay = {
  base: string
  settings: Settings
  store: ReturnType<typeof openStore>
  faults: Faults
  calls: LoggedCall[]
  /** Confirms that are under way, and how a second one is refused meanwhile. */
  confirming: Map<string, string>
  /** Nonces that were used. */
  nonces: Set<string>
}

function digits(length: number): string {
  return Array.from({ length }, () => randomInt(10)).join('')
}

/**
 * Returns a new 19-digit id: the day and eleven digits. The last is never 0, so rounding as a
 * double changes it.
 */
export function newId(): string {
  const day = new Date().toISOString().slice(0, 10).replaceAll('-', '')
  return `${day}${digits(10)}${randomInt(1, 10)}`
}

/** A new secret text of letters and digits. */
export function newToken(): string {
  return randomUUID().replaceAll('-', '')
}
