import 'server-only'

import { AsyncLocalStorage } from 'node:async_hooks'
import { randomInt } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { SourceMap, type SourceMapPayload } from 'node:module'
import { relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { stripVTControlCharacters } from 'node:util'

import { activeTrace, markFailure } from '../adapters/opentelemetry/active-span.ts'
import { type Unavailable, defined } from '../result.ts'

// No vowels or look-alikes: easy to spell, and no words.
const LETTERS = '23456789BCDFGHJKMNPQRSTVWXZ'
const LENGTH = 8

/** A code by which a shopper's error page and the log's line are one: eight letters and digits. */
export function newSupportCode(): string {
  return Array.from({ length: LENGTH }, () => LETTERS.charAt(randomInt(LETTERS.length))).join('')
}

const FRAMES = 12
const BUILT = /^(at (?:async )?)(?:.* \()?(?:file:\/\/)?(\/[^()]+):(\d+):(\d+)\)?$/

const KEPT_MAPS = 8
const maps = new Map<string, SourceMap | undefined>()

// Read once a failure is logged, and a few kept: Node's own support keeps the map of every file that runs, some 80 MB.
function mapBeside(file: string): SourceMap | undefined {
  if (maps.has(file)) return maps.get(file)
  const [oldest] = maps.keys()
  if (oldest !== undefined && maps.size >= KEPT_MAPS) maps.delete(oldest)
  let map: SourceMap | undefined
  try {
    if (existsSync(`${file}.map`)) {
      const payload: SourceMapPayload = JSON.parse(readFileSync(`${file}.map`, 'utf8'))
      map = new SourceMap(payload)
    }
  } catch {
    // A log without the names of sources is better than none.
  }
  maps.set(file, map)
  return map
}

// Next replaces Error.prepareStackTrace, by which Node itself would name the sources.
function sourceFrame(frame: string): string {
  const [, start, file, line, column] = BUILT.exec(frame) ?? []
  if (start === undefined || file === undefined) return frame
  const entry = mapBeside(file)?.findEntry(Number(line) - 1, Number(column) - 1)
  if (entry === undefined || !('originalSource' in entry)) return frame
  const { originalSource, originalLine, originalColumn } = entry
  // The map names its sources from where it lies.
  const url = new URL(originalSource, pathToFileURL(file))
  const source =
    url.protocol === 'file:' ? relative(process.cwd(), fileURLToPath(url)) : originalSource
  return `${start}${source}:${originalLine + 1}:${originalColumn + 1}`
}

/** The innermost 12 frames of an error; places in the build are named by the source file, line and column. */
export function stackFrames(error: Error): readonly string[] {
  const frames = (error.stack ?? '').split('\n').map((line) => line.trim())
  return frames
    .filter((line) => line.startsWith('at '))
    .slice(0, FRAMES)
    .map(sourceFrame)
}

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

const traces = traceStore()

/** The trace id of a request: 32 hex digits of `traceparent` (W3C) or `x-cloud-trace-context` (Google). */
export function traceOf(header: (name: string) => string | undefined): string | undefined {
  const input = header('traceparent') ?? header('x-cloud-trace-context') ?? ''
  return /^(?:00-)?([0-9a-f]{32})\b/.exec(input)?.[1]
}

/** Runs `work` so that every line that it logs names the trace, in the form that Cloud Logging links. */
export function withTrace<T>(project: string, trace: string, work: () => T): T {
  return traces.run(`projects/${project}/traces/${trace}`, work)
}

let areNotesMuted = false

/** Leaves out lines of INFO from here on: a command says what it did in words. Warnings and errors stay. */
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

function textOf(words: readonly unknown[]): string {
  const text = words.map((word) => (word instanceof Error ? word.message : String(word))).join(' ')
  return stripVTControlCharacters(text).replaceAll(/\s+/g, ' ').trim()
}

/** Goes on when the log's reader is gone: the failed write would be logged, fail again, and so on. */
export function ignoreClosedLog(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
}

/**
 * Turns console errors and warnings into single lines of JSON. Call once, before the first request.
 */
export function captureConsole(output: Pick<Console, 'error' | 'warn'> = console): void {
  const { error } = output
  output.error = (...words: unknown[]) => {
    const [text, ...rest] = words
    const isOwnLine =
      rest.length === 0 && typeof text === 'string' && text.startsWith('{"severity"')
    if (isOwnLine) return error.apply(output, words)
    // instrumentation.ts logs request errors with their support code; Next's duplicate is dropped.
    const isReported =
      textOf(words).startsWith('⨯') && words.some((one) => one instanceof Error && 'digest' in one)
    if (isReported) return
    const failure = words.find((word) => word instanceof Error)
    logFailure('console', failure ?? new Error(textOf(words)))
  }
  output.warn = (...words: unknown[]) => log('console', { text: textOf(words) }, 'WARNING')
  process.removeAllListeners('warning')
  process.on('warning', ({ name, message }) => log('warning', { name, message }, 'WARNING'))
}
