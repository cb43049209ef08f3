import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

type Specifier = { readonly importKind?: string }
type Import = {
  readonly importKind?: string
  readonly source: { readonly value: string }
  readonly specifiers: readonly Specifier[]
}
type Context = {
  readonly filename: string
  readonly report: (problem: { readonly message: string; readonly node: Import }) => void
}

const ROOT = join(import.meta.dirname, '..', '..')
const known = new Map<string, boolean>()

function isServerOnly(file: string): boolean {
  const answer =
    known.get(file) ??
    (existsSync(file) && /^import 'server-only'/m.test(readFileSync(file, 'utf8')))
  known.set(file, answer)
  return answer
}

function fileOf(from: string, specifier: string): string | undefined {
  if (specifier.startsWith('#')) return join(ROOT, specifier.slice(1))
  return specifier.startsWith('.') ? join(dirname(from), specifier) : undefined
}

/** Whether an import brings values; types are gone before anything runs. */
function bringsValues({ importKind, specifiers }: Import): boolean {
  if (importKind === 'type') return false
  return specifiers.length === 0 || specifiers.some((specifier) => specifier.importKind !== 'type')
}

const inTree = (file: string) => file.slice(ROOT.length + 1)
// Log, settings and time lie under the adapters; the other folders of lib are domains.
const isUseCase = (file: string) => /^lib\/(?!(?:adapters|log|settings|time)\/)[^/]+\//.test(file)

function problem(from: string, to: string): string | undefined {
  if (!isServerOnly(to)) return undefined
  if (!isServerOnly(from)) {
    return `${inTree(to)} is for the server alone, so whatever imports it says import 'server-only' too.`
  }
  return inTree(from).startsWith('lib/adapters/') && isUseCase(inTree(to))
    ? `${inTree(to)} is a use case: it asks adapters, and they know pure files alone.`
    : undefined
}

/** `server-only` decides what may reach the browser: only a file that says it may import one that says it. */
export default {
  meta: { name: 'server-only' },
  rules: {
    fence: {
      create: (context: Context) => ({
        ImportDeclaration(node: Import) {
          const to = fileOf(context.filename, node.source.value)
          const message = to && bringsValues(node) ? problem(context.filename, to) : undefined
          if (message) context.report({ message, node })
        },
      }),
    },
  },
}
