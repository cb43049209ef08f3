// Prints the table of docs/structure.md: `npm run structure`, or `npm run structure -- --write` to keep it.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { z } from 'zod'

import { processEnvironment, shopEnvironment } from '../local/environment.ts'
import { keptFiles } from '../local/kept-files.ts'
import { type RunningProcess, startProcess } from '../local/process.ts'
import { chooseAddresses, standInPlans } from '../local/services.ts'
import { mutualPairs } from './domain-pairs.ts'

const ROOT = join(import.meta.dirname, '..')
const DOCUMENT = join(ROOT, 'docs', 'structure.md')
const BEGIN = '<!-- npm run structure -->'

const GROUPS: readonly (readonly [name: string, folders: readonly string[]])[] = [
  ['shop', ['app', 'components', 'lib', 'cli']],
  ['tests', ['e2e', 'bench']],
  ['stand-ins', ['local']],
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

function importLines(text: string): number {
  const statements = text.matchAll(/^(?:import|export)\b[^;]*?from '[^']+'$|^import '[^']+'$/gm)
  return [...statements].reduce((sum, [statement]) => sum + statement.split('\n').length, 0)
}

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

function row([name, folders]: (typeof GROUPS)[number]): string {
  const all = sourcesIn(folders)
  const shown = name === 'shop' ? all.filter(({ file }) => !isTest(file)) : all
  const files = new Set(shown.map(({ file }) => file))
  const found = findings(folders).filter(({ filename }) => files.has(filename))
  const lengths = found.flatMap(({ code, message }) =>
    code.includes('max-lines-per-function') ? [Number(/\((\d+)\)/.exec(message)?.[1])] : [],
  )
  const count = (rule: string) => found.filter(({ code }) => code.includes(rule)).length
  const lines = shown.reduce((sum, source) => sum + source.lines, 0)
  const imports = shown.reduce((sum, { text }) => sum + importLines(text), 0)
  const escapes = `${count('no-explicit-any')} · ${count('type-assertions')} · ${count('non-null')}`
  const cells = [
    `${name} (${folders.join(', ')})`,
    String(shown.length),
    String(lines),
    ((shown.length / lines) * 1000).toFixed(1),
    `${((imports / lines) * 100).toFixed(1)} %`,
    spread(shown.map((source) => source.lines)),
    spread(lengths),
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
    return callsSchema.parse(JSON.parse(child.stdout.trim().split('\n').at(-1) ?? ''))
  } finally {
    await Promise.all(running.map((service) => service.stop(2000)))
    rmSync(folder, { recursive: true })
  }
}

function callText([name, files]: readonly [string, readonly string[]]): string {
  return `**${name}**: ${files.length} files run. ${files.map((file) => `\`${file}\``).join(', ')}`
}

const HEAD = `| | files | lines | files per 1,000 lines | import lines | lines of a file: median · 90 % · largest | lines of a function: median · 90 % · largest | any · casts · ! |
|---|---|---|---|---|---|---|---|`

function pairsText(): string {
  const pairs = mutualPairs(sourcesIn(['lib']).filter(({ file }) => !isTest(file)))
  return `**Domains of lib that import values of each other**: ${pairs.join(', ') || 'none'}.`
}

const table = [HEAD, ...GROUPS.map(row)].join('\n')
const { place = [], capture = [] } = await realCalls()
const calls = [
  ['Place an order', place],
  ['Capture a payment', capture],
] as const
const text = [table, pairsText(), ...calls.map(callText)].join('\n\n')
if (process.argv.includes('--write')) {
  const [intro = ''] = readFileSync(DOCUMENT, 'utf8').split(BEGIN)
  writeFileSync(DOCUMENT, `${intro}${BEGIN}\n\n${text}\n`)
}
console.log(text)
