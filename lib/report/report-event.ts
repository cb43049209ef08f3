import 'server-only'

import { randomInt } from 'node:crypto'

import type { Unavailable } from '../result.ts'

/** What a line of the log may hold: order numbers, states, counts and PayPal's debug ids; never a token, mail or address. */
export type Facts = Readonly<Record<string, string | number | boolean | undefined>>

/** Where Next caught an error: the route's pattern, never the address with what a shopper typed. */
export type RequestPlace = {
  readonly method: string
  readonly routePath: string
  readonly routeType: string
}

// Neither vowels nor look-alikes: nothing to spell wrong on the telephone, and no words.
const LETTERS = '23456789BCDFGHJKMNPQRSTVWXZ'
const REFERENCE_LENGTH = 8

function letter(): string {
  return LETTERS.charAt(randomInt(LETTERS.length))
}

// A code under which one failure is logged, and which a shopper can quote to support.
function newReference(): string {
  return Array.from({ length: REFERENCE_LENGTH }, letter).join('')
}

/** Writes one structured line about an order or a failure to the log, with the time in UTC. */
export function reportEvent(event: string, facts: Facts): void {
  console.log(JSON.stringify({ at: new Date().toISOString(), event, ...facts }))
}

/** Writes one structured line about a failure nobody expected, by its name and message alone: other properties of an error may hold secrets. */
export function reportFailure(what: string, error: unknown, facts: Facts = {}): void {
  const name = error instanceof Error ? error.name : typeof error
  const message = error instanceof Error ? error.message.slice(0, 300) : ''
  const line = { at: new Date().toISOString(), event: 'failure', what, name, message, ...facts }
  console.error(JSON.stringify(line))
}

/** Reports a failure under a new code of eight letters and digits, and answers the refusal that hands the code to the shopper. */
export function reportUnavailable(what: string, error: unknown): Unavailable {
  const reference = newReference()
  reportFailure(what, error, { reference })
  return { ok: false, code: 'unavailable', reference }
}

function digestOf(error: unknown): string | undefined {
  const digest: unknown = error instanceof Error && 'digest' in error ? error.digest : undefined
  return typeof digest === 'string' ? digest : undefined
}

/** Writes one structured line about an error that left a page, an action or a route, with the digest that its error page shows as 客服查詢代碼. */
export function reportRequestFailure(error: unknown, at: RequestPlace): void {
  const { method, routePath: route } = at
  reportFailure(at.routeType, error, { method, route, reference: digestOf(error) })
}
