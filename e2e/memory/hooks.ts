import { globSync, readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'

const ROOT = new URL('../../', import.meta.url)
const EXPORTED = /^export (?:async )?function (\w+)/gm

/** What stands for Next, which Node cannot load from here. */
const NEXT = new Set(['next/headers', 'next/navigation', 'next/server'])

const namesIn = (source: string) => [...source.matchAll(EXPORTED)].map(([, name = '']) => name)

const read = (url: URL) => readFileSync(url, 'utf8')

/** Functions of the shop, by the file of `lib` that has them, each with the module that stands for it. */
function findReplaced(modules: readonly URL[]): ReadonlyMap<string, ReadonlyMap<string, URL>> {
  const wanted = new Map(
    modules.flatMap((module) => namesIn(read(module)).map((name) => [name, module] as const)),
  )
  const found = new Map<string, Map<string, URL>>()
  const left = new Set(wanted.keys())
  for (const file of globSync('lib/**/*.ts', { cwd: fileURLToPath(ROOT) })) {
    if (/\.(?:test|fixture|d)\.ts$/.test(file)) continue
    const url = new URL(file, ROOT)
    for (const name of namesIn(read(url))) {
      const stand = wanted.get(name)
      if (!stand) continue
      if (!left.delete(name)) throw new Error(`${name} is exported twice in lib`)
      const { href } = url
      found.set(href, (found.get(href) ?? new Map<string, URL>()).set(name, stand))
    }
  }
  if (left.size > 0) throw new Error(`lib exports no ${[...left].join(', ')}`)
  return found
}

/** The source with these functions taken from elsewhere, for its importers and for itself; every line stays where it is. */
function withReplaced(source: string, replaced: ReadonlyMap<string, URL>): string {
  const own = source.replace(EXPORTED, (text, name: string) =>
    replaced.has(name)
      ? `${text.replace('export ', '').slice(0, -name.length)}${name}InProduction`
      : text,
  )
  const heads = [...replaced].map(
    ([name, { href }]) => `import { ${name} } from '${href}'; export { ${name} };`,
  )
  return heads.join(' ') + own
}

/** Takes the functions that these modules export, by their names, in place of the shop's; all else is the shop's own code. */
export function replaceFunctions(...modules: readonly URL[]): void {
  const found = findReplaced(modules)
  registerHooks({
    resolve(specifier, context, next) {
      if (!NEXT.has(specifier)) return next(specifier, context)
      return { url: new URL('next.ts', import.meta.url).href, shortCircuit: true }
    },
    load(url, context, next) {
      const loaded = next(url, context)
      const replaced = found.get(url)
      if (!replaced || !loaded.source) return loaded
      const { source } = loaded
      const text = typeof source === 'string' ? source : new TextDecoder().decode(source)
      return { ...loaded, source: withReplaced(text, replaced) }
    },
  })
}

/** The database, the providers and what surrounds them, as `enterOutside` gives them. */
export const OUTSIDE = ['orders.ts', 'providers.ts', 'store-lists.ts', 'surroundings.ts'].map(
  (file) => new URL(file, import.meta.url),
)
