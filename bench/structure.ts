// Prints the figures of docs/structure.md: `npm run structure`; `-- --write` keeps them, `-- --files` names the files of each call.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { z } from 'zod'

import { processEnvironment, shopEnvironment } from '../local/environment.ts'
import { keptFiles } from '../local/kept-files.ts'
import { type RunningProcess, startProcess } from '../local/process.ts'
import { chooseAddresses, standInPlans } from '../local/services.ts'
import { importersOf, mutualPairs } from './domain-pairs.ts'

const ROOT = join(import.meta.dirname, '..')
const DOCUMENT = join(ROOT, 'docs', 'structure.md')
const BEGIN = '<!-- npm run structure -->'

const GROUPS: readonly (readonly [name: string, folders: readonly string[]])[] = [
  ['shop', ['app', 'components', 'lib', 'cli']],
  ['tests', ['e2e', 'bench']],
  ['stand-ins', ['packages']],
  ['laptop', ['local']],
]
const isTest = (file: string) => /\.(test|fixture)\.tsx?$/.test(file)

type Source = { readonly file: string; readonly text: string; readonly lines: number }

function sourcesIn(folders: readonly string[]): readonly Source[] {
  return keptFiles(ROOT)
    .filter((file) => folders.includes(file.replace(/\/.*/s, '')))
    .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.d.ts'))
    .map((file) => {
      const text = readFileSync(join(ROOT, file), 'utf8')
      return { file, text, lines: text.split('\n').length - 1 }
    })
}

function at(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

const spread = (values: readonly number[]) =>
  `${at(values, 0.5)} · ${at(values, 0.9)} · ${at(values, 1)}`

const reportSchema = z.object({
  diagnostics: z.array(z.object({ message: z.string(), code: z.string(), filename: z.string() })),
})
type Finding = z.infer<typeof reportSchema>['diagnostics'][number]

// Reads sizes from the linter: impossible limits make it report every function and assertion.
function findings(folders: readonly string[]): readonly Finding[] {
  const folder = mkdtempSync(join(tmpdir(), 'ourtee-structure-'))
  const config = join(folder, 'rules.json')
  const rules = {
    'max-lines-per-function': ['error', { max: 0 }],
    'typescript/no-explicit-any': 'error',
    'typescript/no-non-null-assertion': 'error',
    'typescript/consistent-type-assertions': ['error', { assertionStyle: 'never' }],
  }
  writeFileSync(
    config,
    JSON.stringify({ plugins: ['typescript'], categories: { correctness: 'off' }, rules }),
  )
  const options = { cwd: ROOT, encoding: 'utf8', maxBuffer: 2 ** 26 } as const
  const { stdout } = spawnSync('oxlint', ['-c', config, '--format', 'json', ...folders], options)
  rmSync(folder, { recursive: true })
  return reportSchema.parse(JSON.parse(stdout)).diagnostics
}

// A function without a name is an expression of the one around it.
const lengthsOf = (found: readonly Finding[]) =>
  found.flatMap(({ code, message }) =>
    code.includes('max-lines-per-function') && message.includes('`')
      ? [Number(/\((\d+)\)/.exec(message)?.[1])]
      : [],
  )

function row([name, folders]: (typeof GROUPS)[number]): string {
  const all = sourcesIn(folders)
  const shown = name === 'shop' ? all.filter(({ file }) => !isTest(file)) : all
  const files = new Set(shown.map(({ file }) => file))
  const found = findings(folders).filter(({ filename }) => files.has(filename))
  const count = (rule: string) => found.filter(({ code }) => code.includes(rule)).length
  const lines = shown.reduce((sum, source) => sum + source.lines, 0)
  const escapes = `${count('no-explicit-any')} · ${count('type-assertions')} · ${count('non-null')}`
  const cells = [
    `${name} (${folders.join(', ')})`,
    String(shown.length),
    String(lines),
    spread(shown.map((source) => source.lines)),
    spread(lengthsOf(found)),
    escapes,
  ]
  return `| ${cells.join(' | ')} |`
}

const callsSchema = z.record(z.string(), z.array(z.string()))

// The stand-ins have ports and data of their own, so that a shop may run beside them.
async function realCalls(): Promise<z.infer<typeof callsSchema>> {
  const folder = mkdtempSync(join(tmpdir(), 'ourtee-calls-'))
  const at = await chooseAddresses(3900, { away: 900 })
  const running: RunningProcess[] = []
  try {
    for (const plan of standInPlans(at, folder)) await startProcess(plan, folder, running)
    const child = spawnSync('node', ['--conditions=react-server', 'bench/real-calls.ts'], {
      cwd: ROOT,
      encoding: 'utf8',
      env: processEnvironment({ ...shopEnvironment(at), CONTENT_FOLDER: 'e2e/fixtures/content' }),
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    // The log's lines stand before and after.
    const printed = child.stdout.split('\n').find((line) => line.startsWith('{"place"'))
    return callsSchema.parse(JSON.parse(printed ?? ''))
  } finally {
    await Promise.all(running.map((service) => service.stop(2000)))
    rmSync(folder, { recursive: true })
  }
}

const HEAD = `| | files | lines | lines of a file: median · 90 % · largest | lines of a function: median · 90 % · largest | any · casts · ! |
|---|---|---|---|---|---|`

const shop = () =>
  sourcesIn(['app', 'components', 'lib', 'cli']).filter(({ file }) => !isTest(file))

function pairsText(): string {
  const pairs = mutualPairs(shop().filter(({ file }) => file.startsWith('lib/')))
  return `**Domains of lib that import values of each other**, each store in its own: ${pairs.join(', ') || 'none'}.`
}

/** Functions of a file that it does not export and names once besides: each is called at one place. */
function calledOnce({ text }: Source): number {
  const names = [
    ...text.matchAll(/^(?:async )?function\*? (\w+)|^const (\w+) = (?:async )?(?:<|\()/gm),
  ]
  return names.filter(([, declared, assigned]) => {
    const uses = text.match(new RegExp(`\\b${declared ?? assigned}\\b`, 'g')) ?? []
    return uses.length === 2
  }).length
}

/** Functions of a file that take something as it was before a change and after it: each finds out what the events say. */
function comparing({ text }: Source): readonly string[] {
  const declared = text.matchAll(
    /^(?:export )?(?:async )?(?:function|const) (\w+)(?:<[^(]*>)?(?:: [^=\n]+)?(?: = )?\(([^)]*)\)/gm,
  )
  return [...declared].flatMap(([, name = '', parameters = '']) =>
    /\bbefore\b/.test(parameters) && /\bafter\b/.test(parameters) ? [name] : [],
  )
}

function comparingText(): string {
  const found = shop().flatMap((source) =>
    source.file.startsWith('lib/order/') || source.file.startsWith('lib/mail/')
      ? comparing(source)
      : [],
  )
  return `**Functions of orders and mails that take something before and after a change**: ${found.length} (${found.join(', ')}).`
}

// What is cut too small: a reader opens these to find one caller or one expression.
function cutText(): string {
  const sources = shop()
  const files = new Set(sources.map(({ file }) => file))
  const lines = sources.reduce((sum, source) => sum + source.lines, 0)
  const importers = importersOf(sources)
  const single = sources.filter(({ file }) => importers.get(file)?.size === 1)
  const short = single.filter((source) => source.lines <= 40)
  const once = sources.reduce((sum, source) => sum + calledOnce(source), 0)
  const found = findings(['app', 'components', 'lib', 'cli'])
  const lengths = lengthsOf(found.filter(({ filename }) => files.has(filename)))
  const small = lengths.filter((length) => length <= 10)
  return [
    `**Files with one importer**: ${single.length}, of which ${short.length} have at most 40 lines.`,
    `**Private functions called once**: ${((once / lines) * 1000).toFixed(1)} in 1,000 lines.`,
    `**Functions of at most 10 lines**: ${((small.length / lengths.length) * 100).toFixed(0)} %.`,
  ].join(' ')
}

const table = [HEAD, ...GROUPS.map(row)].join('\n')
const { place = [], capture = [], refund = [], ship = [] } = await realCalls()
const calls = { 'place an order': place, 'capture a payment': capture, refund, ship }
const counts = Object.entries(calls).map(([name, files]) => `${name} ${files.length}`)
const text = [
  table,
  cutText(),
  pairsText(),
  comparingText(),
  `**Files that a real call runs**: ${counts.join(', ')}.`,
].join('\n\n')
if (process.argv.includes('--write')) {
  const [intro = ''] = readFileSync(DOCUMENT, 'utf8').split(BEGIN)
  writeFileSync(DOCUMENT, `${intro}${BEGIN}\n\n${text}\n`)
}
console.log(text)
if (process.argv.includes('--files')) {
  for (const [name, files] of Object.entries(calls)) console.log(`\n${name}\n${files.join('\n')}`)
}
