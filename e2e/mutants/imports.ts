import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

const ROOT = join(import.meta.dirname, '..', '..')

// Imports of types alone are gone at run time, so they reach nothing.
const IMPORT = /(?:^|[^\w.])(?:import|from)\s*\(?\s*'([#.][^']+)'/g
const TYPE_IMPORT = /^(?:import|export) type [^']*'[^']+'$/gm

function importsOf(file: string): readonly string[] {
  const source = readFileSync(join(ROOT, file), 'utf8').replace(TYPE_IMPORT, '')
  const names = [...source.matchAll(IMPORT)].map(([, name = '']) => name)
  const paths = names.map((name) =>
    name.startsWith('#') ? name.slice(1) : relative(ROOT, join(ROOT, dirname(file), name)),
  )
  return paths.filter((path) => existsSync(join(ROOT, path)))
}

const known = new Map<string, readonly string[]>()

function cachedImports(file: string): readonly string[] {
  const found = known.get(file) ?? importsOf(file)
  known.set(file, found)
  return found
}

/** Every file that a test reaches by imports, itself among them. */
export function filesReached(test: string): readonly string[] {
  const reached = new Set([test])
  for (const one of reached) for (const next of cachedImports(one)) reached.add(next)
  return [...reached]
}

// The number of imports from a test to a file; undefined when it does not reach it.
function distance(test: string, file: string): number | undefined {
  const steps = new Map([[test, 0]])
  for (const [one, step] of steps) {
    if (one === file) return step
    for (const next of cachedImports(one)) if (!steps.has(next)) steps.set(next, step + 1)
  }
  return undefined
}

/** The test files of these patterns that reach a file by imports, the nearest first, with their distances. */
export function testsReaching(
  file: string,
  patterns: readonly string[],
): readonly { readonly test: string; readonly steps: number }[] {
  return globSync([...patterns], { cwd: ROOT })
    .toSorted()
    .flatMap((test) => {
      const steps = distance(test, file)
      return steps === undefined ? [] : [{ test, steps }]
    })
    .toSorted((one, other) => one.steps - other.steps)
}
