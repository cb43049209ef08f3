import { posix } from 'node:path'

/** A source file of the shop, by its path in the tree. */
type SourceFile = { readonly file: string; readonly text: string }

const IMPORT = /^(?:import|export)\b([^;']*?) ?from '([#.][^']+)'$/gm
const LOADED = /\bimport\('([#.][^']+)'\)/g

// Types are gone before anything runs.
function bringsValues(clause: string): boolean {
  if (/^ type\b/.test(clause)) return false
  const [before = '', named] = clause.split('{')
  if (named === undefined || before.includes(',')) return true
  const names = named.replace('}', '').split(',')
  return names.some((name) => name.trim() !== '' && !name.trim().startsWith('type '))
}

const targetOf = (file: string, specifier: string) =>
  specifier.startsWith('#') ? specifier.slice(1) : posix.join(posix.dirname(file), specifier)

/** The files that import each file, its types too. */
export function importersOf(
  sources: readonly SourceFile[],
): ReadonlyMap<string, ReadonlySet<string>> {
  const importers = new Map<string, Set<string>>()
  for (const { file, text } of sources) {
    const specifiers = [
      ...[...text.matchAll(IMPORT)].map(([, , specifier = '']) => specifier),
      ...[...text.matchAll(LOADED)].map(([, specifier = '']) => specifier),
    ]
    for (const specifier of specifiers) {
      const target = targetOf(file, specifier)
      importers.set(target, (importers.get(target) ?? new Set()).add(file))
    }
  }
  return importers
}

/** The folder of lib that a file lies in; undefined for adapters, loose files and everything else. */
function folderOf(file: string): string | undefined {
  const [top, domain, rest] = file.split('/')
  return top === 'lib' && rest !== undefined && domain !== 'adapters' ? domain : undefined
}

/** The pairs of domains of which each imports values of the other, as `mail ↔ order`, sorted. */
export function mutualPairs(sources: readonly SourceFile[]): readonly string[] {
  const arrows = new Set<string>()
  for (const { file, text } of sources) {
    const from = folderOf(file)
    for (const [, clause = '', specifier = ''] of text.matchAll(IMPORT)) {
      const to = folderOf(targetOf(file, specifier))
      if (from && to && from !== to && bringsValues(clause)) arrows.add(`${from} ${to}`)
    }
  }
  const pairs = [...arrows].map((arrow) => arrow.split(' '))
  return pairs
    .filter(([from = '', to = '']) => from < to && arrows.has(`${to} ${from}`))
    .map(([from, to]) => `${from} ↔ ${to}`)
    .toSorted()
}
