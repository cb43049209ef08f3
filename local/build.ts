import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'

import { buildEnvironment } from './environment.ts'

const ROOT = join(import.meta.dirname, '..')
const SOURCES = [
  'app',
  'components',
  'lib',
  'public',
  'instrumentation-client.ts',
  'instrumentation-node.ts',
  'instrumentation.ts',
  'next.config.ts',
  'package-lock.json',
  'package.json',
  'proxy.ts',
  'tsconfig.json',
]

function filesUnder(path: string): string[] {
  if (!existsSync(path)) return []
  if (statSync(path).isFile()) return [path]
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
}

// next.config.ts puts a build of other content beside the shop's own.
const contentFolder = () => process.env.CONTENT_FOLDER || 'content'
const stampFile = () =>
  join(ROOT, contentFolder() === 'content' ? '.next' : '.next-fixture', 'built-from')

/** The digest of what a build is made of: its sources and content under `root`, and its settings. */
export function sourceHash(environment: NodeJS.ProcessEnv, root = ROOT): string {
  const hash = createHash('sha256').update(JSON.stringify(environment))
  const sources = [...SOURCES, contentFolder()]
  for (const file of sources.flatMap((source) => filesUnder(join(root, source)))) {
    // Relative, so that a folder that was moved or copied is not built again.
    hash.update(relative(root, file)).update('\0').update(readFileSync(file))
  }
  return hash.digest('hex')
}

/**
 * Builds with the shop's content or CONTENT_FOLDER, unless sources and settings are unchanged.
 * Exits on failure.
 */
export function buildWhenStale(input?: {
  readonly linePay: boolean
  readonly ecpay: boolean
}): void {
  const environment = buildEnvironment(input)
  const hash = sourceHash(environment)
  if (existsSync(stampFile()) && readFileSync(stampFile(), 'utf8') === hash) {
    // What an earlier server kept of its answers: a missing page among them is served as 200.
    rmSync(join(stampFile(), '..', 'server', 'route-cache'), { recursive: true, force: true })
    return
  }
  console.log('Building the shop (well under a minute) …')
  const { status, stdout, stderr } = spawnSync('next', ['build'], {
    cwd: ROOT,
    env: { ...process.env, ...environment },
    encoding: 'utf8',
  })
  // Prints only the warnings of a successful build.
  const warnings = `${stdout}${stderr}`.split('\n').filter((line) => /⚠|^Warning:/.test(line))
  console.log(status === 0 ? ['Built.', ...warnings].join('\n') : `${stdout}${stderr}`)
  if (status !== 0) process.exit(status ?? 1)
  writeFileSync(stampFile(), hash)
}

if (import.meta.main) {
  buildWhenStale()
  console.log('The build is up to date.')
}
