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

/** The domain that imports a store most often; undefined for what no domain imports, such as a client. */
function readerOf(importers: ReadonlySet<string>): string | undefined {
  const counts = new Map<string, number>()
  for (const domain of [...importers].flatMap((file) => folderOf(file) ?? [])) {
    counts.set(domain, (counts.get(domain) ?? 0) + 1)
  }
  const [most] = [...counts].toSorted(
    ([one, count], [other, more]) => more - count || one.localeCompare(other),
  )
  return most?.[0]
}

/** The domain of each file: its folder, and of a store in Firestore the domain that reads it most. */
function domainsOf(sources: readonly SourceFile[]): ReadonlyMap<string, string | undefined> {
  const importers = importersOf(sources)
  return new Map(
    sources.map(({ file }) => [
      file,
      // The client belongs to nobody.
      /^lib\/adapters\/firestore\/(?!database|guarded-client)/.test(file)
        ? readerOf(importers.get(file) ?? new Set())
        : folderOf(file),
    ]),
  )
}

/** The pairs of domains of which each imports values of the other, as `mail ↔ order`, sorted. */
export function mutualPairs(sources: readonly SourceFile[]): readonly string[] {
  const domains = domainsOf(sources)
  const arrows = new Set<string>()
  for (const { file, text } of sources) {
    const from = domains.get(file)
    for (const [, clause = '', specifier = ''] of text.matchAll(IMPORT)) {
      const to = domains.get(targetOf(file, specifier))
      if (from && to && from !== to && bringsValues(clause)) arrows.add(`${from} ${to}`)
    }
  }
  const pairs = [...arrows].map((arrow) => arrow.split(' '))
  return pairs
    .filter(([from = '', to = '']) => from < to && arrows.has(`${to} ${from}`))
    .map(([from, to]) => `${from} ↔ ${to}`)
    .toSorted()
}
