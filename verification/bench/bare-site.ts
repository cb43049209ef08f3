import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'

import { buildEnvironment, processEnvironment } from '../../local/environment.ts'
import type { ProcessPlan } from '../../local/process.ts'
import { bareFiles } from './bare-pages.ts'
import { firstPicture } from './plain-site.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const SITE = join(ROOT, '.local', 'bench', 'bare')
const STAMP = join(SITE, '.next', 'built-from')
const TOLERANCE = 0.02

function write(name: string, text: string): void {
  const path = join(SITE, name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

// The files of a picture in each of its sizes.
function filesOf(picture: string): Set<string> {
  return new Set([...picture.matchAll(/\/images\/[^ ,"]+/g)].map(([file]) => file))
}

function build(): void {
  const { status, stdout, stderr } = spawnSync('next', ['build'], {
    cwd: SITE,
    env: { ...process.env, ...buildEnvironment() },
    encoding: 'utf8',
    shell: process.platform === 'win32',
    timeout: 300_000,
  })
  if (status !== 0) throw new Error(`The bare site does not build:\n${stdout}\n${stderr}`)
}

/**
 * Builds a static Next site once from the shop's pages by kind. `/full` is about as large as the
 * product's, `/picture/{kind}` has the first picture of that kind.
 */
export function buildBareSite(pages: ReadonlyMap<string, string>): void {
  const lock = readFileSync(join(ROOT, 'package-lock.json'))
  const files = bareFiles(pages, ROOT)
  const hash = createHash('sha256').update(lock).update(JSON.stringify(files)).digest('hex')
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === hash) return
  rmSync(SITE, { recursive: true, force: true })
  for (const [name, text] of Object.entries(files)) write(name, text)
  for (const picture of [...pages.values()].flatMap((html) => [...filesOf(firstPicture(html))])) {
    cpSync(join(ROOT, 'public', picture), join(SITE, 'public', picture))
  }
  console.log('Building the bare site …')
  build()
  const weight = statSync(join(SITE, '.next', 'server', 'app', 'full.html')).size
  const share = weight / Buffer.byteLength(pages.get('product') ?? '')
  if (Math.abs(share - 1) > TOLERANCE) {
    throw new Error(`The bare page has ${weight} bytes, ${share.toFixed(3)} times the shop's.`)
  }
  writeFileSync(STAMP, hash)
}

/** The bare site under `next start` at a port. */
export function bareSitePlan(port: number): ProcessPlan {
  return {
    name: 'bare',
    command: ['next', 'start', SITE, '-H', 'localhost', '-p', String(port)],
    ready: /Ready in/,
    env: { ...processEnvironment(), NODE_ENV: 'production' },
  }
}
