import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..', '..')
const DECLARED = /^(?:export )?(?:async )?(?:function\*?|const|class) (\w+)/gm

/** A rule of the shop, by the function or constant of `lib` that has it, what it says there, and what it says without the rule. */
export type FunctionRule = readonly [name: string, rule: string, without: string]

type Part = { readonly file: string; readonly begin: number; readonly end: number }

type Parts = {
  readonly sources: ReadonlyMap<string, string>
  readonly byName: ReadonlyMap<string, readonly Part[]>
}

let known: Parts | undefined

function readParts(): Parts {
  const sources = new Map<string, string>()
  const byName = new Map<string, Part[]>()
  for (const file of globSync('lib/**/*.ts', { cwd: ROOT })) {
    if (/\.(?:test|fixture|d)\.ts$/.test(file)) continue
    const source = readFileSync(join(ROOT, file), 'utf8')
    sources.set(file, source)
    const begins = [...source.matchAll(DECLARED)]
    for (const [index, { index: begin, 1: name = '' }] of begins.entries()) {
      const end = begins[index + 1]?.index ?? source.length
      byName.set(name, [...(byName.get(name) ?? []), { file, begin, end }])
    }
  }
  return { sources, byName }
}

/** The file of `lib` that has a rule, and its source without it. Throws unless one place says so. */
export function withoutRule([name, rule, without]: FunctionRule): {
  readonly file: string
  readonly source: string
} {
  known ??= readParts()
  const { sources, byName } = known
  const places = (byName.get(name) ?? []).flatMap(({ file, begin, end }) => {
    const source = sources.get(file) ?? ''
    const at = source.slice(begin, end).indexOf(rule)
    return at === -1 ? [] : [{ file, source, at: begin + at }]
  })
  const [place, other] = places
  if (!place || other) throw new Error(`${places.length} functions ${name} say: ${rule}`)
  const { file, source, at } = place
  return { file, source: source.slice(0, at) + without + source.slice(at + rule.length) }
}
