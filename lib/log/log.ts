import 'server-only'

import { AsyncLocalStorage } from 'node:async_hooks'

import { activeTrace, markFailure } from '#lib/adapters/opentelemetry/active-span.ts'
import { defined, type Unavailable } from '#lib/result.ts'
import { stackFrames } from './source-maps.ts'
import { newSupportCode } from './support-code.ts'

/** Severity levels of Cloud Logging, which other collectors read, too. */
export type Severity = 'INFO' | 'WARNING' | 'ERROR'

/** Fields of a log line: order numbers, states, counts and PayPal's debug ids; never a token, mail or address. */
export type Facts = Readonly<Record<string, string | number | boolean | undefined>>

/** Route pattern where Next caught an error, never the address that a shopper typed. */
export type RequestPlace = {
  readonly method: string
  readonly routePath: string
  readonly routeType: string
}

const TRACE_KEY = Symbol.for('ourtee.trace')
const CAUSES = 3

// Next bundles the server's start and its pages apart: the one store is found by a key of the process.
function traceStore(): AsyncLocalStorage<string> {
  const found: unknown = Reflect.get(globalThis, TRACE_KEY)
  if (found instanceof AsyncLocalStorage) return found
  const made = new AsyncLocalStorage<string>()
  Reflect.set(globalThis, TRACE_KEY, made)
  return made
}

export const traces = traceStore()

let areNotesMuted = false

/** Leaves out lines of INFO from here on: a command says what it did as text. Warnings and errors stay. */
export function muteNotes(isMuted = true): void {
  areNotesMuted = isMuted
}

function write(severity: Severity, line: Readonly<Record<string, unknown>>): void {
  if (areNotesMuted && severity === 'INFO') return
  const trace = traces.getStore()
  const traceId = activeTrace()
  const text = JSON.stringify({
    severity,
    time: new Date().toISOString(),
    ...line,
    ...defined({ 'logging.googleapis.com/trace': trace, traceId }),
  })
  // A command's own output is on stdout; an export must hold no warning.
  if (severity === 'INFO') console.log(text)
  else console.error(text)
}

/** Logs one event in one line of JSON, with the time in UTC. */
export function log(event: string, facts: Facts = {}, severity: Severity = 'INFO'): void {
  write(severity, { event, ...facts })
}

type ErrorFacts = {
  readonly name: string
  readonly message: string
  readonly code?: string | number
  readonly stack?: readonly string[]
  readonly cause?: ErrorFacts
}

// Logs name, code, message and frames only: other properties may hold secrets.
function errorFacts(error: unknown, depth = 0): ErrorFacts {
  if (!(error instanceof Error)) return { name: typeof error, message: '' }
  const code: unknown = 'code' in error ? error.code : undefined
  return {
    name: error.name,
    message: error.message.slice(0, 300),
    ...(typeof code === 'string' || typeof code === 'number' ? { code } : {}),
    stack: stackFrames(error),
    ...(error.cause === undefined || depth === CAUSES
      ? {}
      : { cause: errorFacts(error.cause, depth + 1) }),
  }
}

/** Logs an unexpected error as one line with its code, message, stack and causes. */
export function logFailure(event: string, error: unknown, facts: Facts = {}): void {
  const { reference } = facts
  markFailure(event, error, typeof reference === 'string' ? reference : undefined)
  write('ERROR', { event, ...facts, error: errorFacts(error) })
}

// The code that Next's error page shows: the failure's own where it has one, else one of its message and place.
function digestOf(error: unknown): string | undefined {
  const digest: unknown = error instanceof Error && 'digest' in error ? error.digest : undefined
  return typeof digest === 'string' ? digest : undefined
}

/** Logs a failure under a new code of eight letters and digits, and returns the failure that hands the code to the shopper. */
export function logUnavailable(event: string, error: unknown): Unavailable {
  const reference = digestOf(error) ?? newSupportCode()
  logFailure(event, error, { reference })
  return { ok: false, code: 'unavailable', reference }
}

/** Logs an error that left a page, an action or a route, with the digest that its error page shows as 客服查詢代碼. */
export function logRequestFailure(error: unknown, at: RequestPlace): void {
  const reference = digestOf(error)
  logFailure(at.routeType, error, { method: at.method, route: at.routePath, reference })
}
