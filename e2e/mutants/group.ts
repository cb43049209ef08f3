import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'

import { z } from 'zod'

import { type Message, type Wanted, wantedSchema } from './ask-group.ts'
import { catchStrayErrors, type CollectedTest, collectedTests, collectFile } from './collected.ts'
import { passes } from './collected.ts'
import { SWITCH } from './switched.ts'

// A process that has a group of test files loaded and tells of one change after another which test notices it.

const ROOT = join(import.meta.dirname, '..', '..')

const { values, positionals: files } = parseArgs({
  allowPositionals: true,
  options: {
    sources: { type: 'string', default: '' },
    // Each test needs what those before it left in the database, which is emptied before the first.
    'in-order': { type: 'boolean', default: false },
  },
})
const isInOrder = values['in-order']

/** What each module calls first. */
const BEGIN = '__beginModule'

/** A test may ask for so many more switches than without a change; more is a loop without an end. */
const MOST_CALLS = { times: 30, more: 300_000 }

/** A test that fails also when the change is off again is not asked any more; after so many the process ends. */
const MOST_SPOILT = 8

/** One run of a test: the changes to which it came, how often, in milliseconds. */
type Run = {
  readonly test: CollectedTest
  readonly hits: ReadonlySet<number>
  readonly calls: number
  readonly ms: number
  readonly isGood: boolean
}

let on: number | undefined
let calls = 0
let mostCalls = Infinity
let hits = new Set<number>()

/** While a test file is loaded: it, and the module that began last; each with the changes to which it came then. */
let loading: readonly string[] = []
const hitsAtImport = new Map<string, Set<number>>()

function beginModule(file: string): void {
  const [test] = loading
  if (test !== undefined) loading = [test, file]
}

function isChangeOn(id: number): boolean {
  hits.add(id)
  for (const one of loading) hitsAtImport.set(one, (hitsAtImport.get(one) ?? new Set()).add(id))
  calls += 1
  if (calls > mostCalls) throw new Error('This loop has no end')
  return id === on
}

const send = (message: Message) => process.send?.(message)

const importers = new Map<string, Set<string>>()

function fileOf(url: string): string {
  const { protocol, pathname } = new URL(url)
  const isOurs = protocol === 'file:' && pathname.startsWith(`${ROOT}/`)
  return isOurs ? pathname.slice(ROOT.length + 1) : ''
}

function takeSwitchedSources(): void {
  const stored: unknown = JSON.parse(readFileSync(values.sources, 'utf8'))
  const sources = z.record(z.string(), z.string()).parse(stored)
  const stand = new URL('collected.ts', import.meta.url).href
  Object.assign(globalThis, { [SWITCH]: isChangeOn, [BEGIN]: beginModule })
  registerHooks({
    resolve(specifier, context, next) {
      if (specifier === 'node:test') return { url: stand, shortCircuit: true }
      const resolved = next(specifier, context)
      const file = fileOf(resolved.url)
      const known = importers.get(file) ?? new Set()
      if (context.parentURL) importers.set(file, known.add(fileOf(context.parentURL)))
      return resolved
    },
    load(url, context, next) {
      const loaded = next(url, context)
      const file = fileOf(url)
      const { source } = loaded
      if (!file.endsWith('.ts') || !source) return loaded
      const unchanged = typeof source === 'string' ? source : new TextDecoder().decode(source)
      const text = sources[file] ?? unchanged
      return { ...loaded, source: `${BEGIN}(${JSON.stringify(file)})\n${text}` }
    },
  })
}

function filesReaching(file: string): ReadonlySet<string> {
  const reaching = new Set([file])
  for (const one of reaching) for (const next of importers.get(one) ?? []) reaching.add(next)
  return reaching
}

async function empty(): Promise<void> {
  if (!isInOrder) return
  const { emptyStoredShops } = await import('../database/stored-shop.ts')
  await emptyStoredShops()
}

async function runAll(tests: readonly CollectedTest[]): Promise<readonly Run[]> {
  await empty()
  const runs: Run[] = []
  for (const test of tests) {
    send({ type: 'test' })
    hits = new Set()
    calls = 0
    const begin = performance.now()
    const isGood = await passes(test)
    runs.push({ test, hits, calls, ms: performance.now() - begin, isGood })
  }
  return runs
}

// Runs tests until those that are left pass without the others.
async function repeatable(tests: readonly CollectedTest[]): Promise<readonly Run[]> {
  const runs = await runAll(tests)
  const good = runs.filter(({ isGood }) => isGood)
  return good.length === runs.length ? runs : repeatable(good.map(({ test }) => test))
}

/** The first of these runs whose test fails with this change on. */
async function firstFailure(
  runs: readonly Run[],
  change?: number,
): Promise<CollectedTest | undefined> {
  if (runs.length > 0) await empty()
  for (const { test, calls: usual } of runs) {
    send({ type: 'test' })
    on = change
    calls = 0
    mostCalls = usual * MOST_CALLS.times + MOST_CALLS.more
    const isGood = await passes(test)
    on = undefined
    mostCalls = Infinity
    if (!isGood) return test
  }
  return undefined
}

process.on('disconnect', () => process.exit())
takeSwitchedSources()
for (const file of files) {
  send({ type: 'test' })
  loading = [file]
  await collectFile(file, () => import(pathToFileURL(join(ROOT, file)).href))
}
loading = []
catchStrayErrors()
const firstRuns = await runAll(collectedTests)
const good = firstRuns.filter(({ isGood }) => isGood).map(({ test }) => test)
let runs = await repeatable(good)
let spoilt = 0

// In order, what a test needs may be there from those before it; else the quickest one is asked first.
function planFor(id: number): readonly Run[] {
  const reaching = runs.filter((run) => run.hits.has(id))
  if (!isInOrder) return reaching.toSorted((one, other) => one.ms - other.ms)
  return runs.slice(0, runs.findLastIndex((run) => run.hits.has(id)) + 1)
}

// Test files that come to a change where it cannot be switched: at import, at first alone, or in a test that cannot be repeated.
function filesAlone({ id, file, isSwitched }: Wanted): readonly string[] {
  const known = new Set(runs.filter((run) => run.hits.has(id)).map(({ test }) => test))
  const once = firstRuns.filter(({ test, hits: at }) => at.has(id) && !known.has(test))
  const came = [...hitsAtImport].filter(([, own]) => own.has(id)).map(([module]) => module)
  const atImport = (isSwitched ? came : [file]).flatMap((module) => [...filesReaching(module)])
  const alone = new Set([...once.map(({ test }) => test.file), ...atImport])
  return files.filter((one) => alone.has(one))
}

async function answer(wanted: Wanted): Promise<Message> {
  const plan = planFor(wanted.id)
  const isReached = plan.length > 0
  const test = await firstFailure(plan, wanted.id)
  const at = plan.findIndex((run) => run.test === test)
  const again = plan.slice(isInOrder ? 0 : at, at + 1)
  // The first run may put right what the change has left.
  const isSpoilt = (await firstFailure(again)) && (await firstFailure(again))
  if (isSpoilt) {
    runs = runs.filter((run) => run.test !== test)
    spoilt += 1
  }
  const by = test && !isSpoilt ? `${test.file}: ${test.name}` : undefined
  const isOver = isSpoilt !== undefined && (isInOrder || spoilt === MOST_SPOILT)
  return { type: 'answer', by, isOver, isReached, alone: filesAlone(wanted) }
}

process.on('message', (wanted) => void answer(wantedSchema.parse(wanted)).then(send))
const lost = collectedTests.length - runs.length
send({ type: 'ready', tests: runs.length, lost })
