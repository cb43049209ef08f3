import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { buildEnvironment, partEnvironment } from '../../local/environment.ts'
import type { PartPlan } from '../../local/part.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const SITE = join(ROOT, '.local', 'bench', 'bare')
const STAMP = join(SITE, '.next', 'built-from')

const CONFIG = `export default {
  poweredByHeader: false,
  reactStrictMode: true,
  turbopack: { root: ${JSON.stringify(ROOT)} },
}
`

const LAYOUT = `export default function Layout({ children }) {
  return (
    <html lang="zh-Hant">
      <body>{children}</body>
    </html>
  )
}
`

const HEADING = `export default function Page() {
  return <h1>OURTEE</h1>
}
`

const FULL = `import { rows } from './rows.js'

export default function Page() {
  return rows.map(([name, text], index) => (
    <p key={index} title={name}>
      {text}
    </p>
  ))
}
`

// Without one of its own, Next looks further up and takes the shop's.
const INSTRUMENTATION = `export function register() {}
`

type Line = readonly [name: string, text: string]

// What React writes around a row's name and text, in the markup and once more in the flight data.
const AROUND_MARKUP = '<p title=""></p>'.length
const AROUND_FLIGHT = String.raw`[\"$\",\"p\",\"123\",{\"title\":\"\",\"children\":\"\"}],`.length

const plain = (given: string) => given.replaceAll(/["'&\\]/g, ' ').trim()

// The same words and class names as the page it stands for, so that both compress alike.
function linesOf(html: string, bytes: number): Line[] {
  const parts = [...html.matchAll(/<(\w[^>]*)>([^<]*)/g)].map(([, name = '', text = '']): Line => {
    return [plain(name), plain(text)]
  })
  const lines: Line[] = []
  let left = bytes
  for (let index = 0; left > 0 && parts.length > 0; index += 1) {
    const part = parts[index % parts.length] ?? ['', '']
    lines.push(part)
    left -= 2 * Buffer.byteLength(part.join('')) + AROUND_MARKUP + AROUND_FLIGHT
  }
  return lines
}

function write(name: string, text: string): void {
  const path = join(SITE, name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
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

// What a page of one heading weighs by itself, in bytes of HTML.
const EMPTY_PAGE = 5200

/** Builds, unless it stands, a Next site of two static pages: one heading at `/`, and at `/full` about as many bytes of HTML as `html` has. */
export function buildBareSite(html: string): void {
  const rows = JSON.stringify(linesOf(html, Buffer.byteLength(html) - EMPTY_PAGE))
  const lock = readFileSync(join(ROOT, 'package-lock.json'))
  const files = {
    'package.json': '{ "name": "bare", "private": true, "type": "module" }\n',
    'next.config.mjs': CONFIG,
    'instrumentation.js': INSTRUMENTATION,
    'app/layout.jsx': LAYOUT,
    'app/page.jsx': HEADING,
    'app/full/page.jsx': FULL,
    'app/full/rows.js': `export const rows = ${rows}\n`,
  }
  const hash = createHash('sha256').update(lock).update(JSON.stringify(files)).digest('hex')
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === hash) return
  rmSync(SITE, { recursive: true, force: true })
  for (const [name, text] of Object.entries(files)) write(name, text)
  console.log('Building the bare site …')
  build()
  writeFileSync(STAMP, hash)
}

/** The bare site under `next start` at a port. */
export function bareSitePlan(port: number): PartPlan {
  return {
    name: 'bare',
    command: ['next', 'start', SITE, '-H', 'localhost', '-p', String(port)],
    ready: /Ready in/,
    env: { ...partEnvironment(), NODE_ENV: 'production' },
  }
}
