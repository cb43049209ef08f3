import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { test } from 'node:test'

import { z } from 'zod'

const ROOT = join(import.meta.dirname, '..')

const manifestSchema = z.object({
  dependencies: z.record(z.string(), z.string()).default({}),
  optionalDependencies: z.record(z.string(), z.string()).default({}),
})
const lockSchema = z.object({ packages: z.record(z.string(), manifestSchema) })
const lock = lockSchema.parse(JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')))

/** Where a package of this repository finds another one: beside it, or further up. */
function resolve(name: string, from: string): string | undefined {
  for (
    let folder = from;
    ;
    folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules/') - 1))
  ) {
    const path = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`
    if (path in lock.packages) return path
    if (folder === '') return undefined
  }
}

/** Every package that these need, by its place in this repository. */
function closureOf(names: readonly string[], from = '', found = new Set<string>()): Set<string> {
  for (const name of names) {
    const path = resolve(name, from)
    if (path === undefined || found.has(path)) continue
    found.add(path)
    const { dependencies, optionalDependencies } = lock.packages[path] ?? manifestSchema.parse({})
    closureOf(Object.keys({ ...dependencies, ...optionalDependencies }), path, found)
  }
  return found
}

/** Puts packages of this repository, and no others, where an install would. */
function install(folder: string, names: readonly string[]): void {
  for (const path of closureOf(names)) {
    // A package inside of another one comes with it.
    if (path.lastIndexOf('node_modules/') > 0) continue
    // Optional, and not for this system.
    if (!existsSync(join(ROOT, path))) continue
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    cpSync(join(ROOT, path), join(folder, path), { recursive: true })
  }
}

const npm = (words: readonly string[], cwd: string) =>
  execFileSync('npm', [...words], {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })

const codeOf = (readme: string) => /```js\n(?<code>.*?)```/s.exec(readme)?.groups?.['code'] ?? ''

for (const { name, port, flags, sdk, prints } of [
  {
    name: 'paypal',
    port: 4010,
    flags: [],
    sdk: ['@paypal/paypal-server-sdk'],
    prints: /^CREATED http:/,
  },
  { name: 'line-pay', port: 4030, flags: [], sdk: [], prints: /"returnCode":"0000"/ },
  { name: 'ecpay', port: 4040, flags: [], sdk: [], prints: /^1 \d+/ },
  { name: 'firestore', port: 8080, flags: [], sdk: ['firebase-admin'], prints: /^1 white/ },
  {
    name: 'mailbox',
    port: 4020,
    flags: ['--smtp-port', '0'],
    sdk: ['nodemailer'],
    prints: /^Hello/,
  },
]) {
  test(`${name} packed into an empty folder runs the quick start of its README`, async (t) => {
    const folder = mkdtempSync(join(tmpdir(), `packed-${name}-`))
    t.after(() => rmSync(folder, { recursive: true, force: true }))
    const tarball = npm(
      ['pack', '--silent', '--pack-destination', folder],
      join(import.meta.dirname, name),
    )
    const own = join(folder, 'node_modules', `ourtee-${name}`)
    mkdirSync(own, { recursive: true })
    execFileSync(
      'tar',
      ['xzf', tarball.trim().split('\n').at(-1) ?? '', '--strip-components=1', '-C', own],
      { cwd: folder },
    )
    const manifest = z
      .object({
        bin: z.record(z.string(), z.string()),
        dependencies: z.record(z.string(), z.string()),
      })
      .parse(JSON.parse(readFileSync(join(own, 'package.json'), 'utf8')))
    install(folder, Object.keys(manifest.dependencies))
    const program = manifest.bin[`ourtee-${name}`] ?? ''
    const server = spawn(
      process.execPath,
      [join(own, program), '--port', '0', '--data', join(folder, 'data'), ...flags],
      {
        cwd: folder,
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    )
    t.after(() => server.kill())
    const [line]: unknown[] = await once(createInterface(server.stdout), 'line', {
      signal: AbortSignal.timeout(120_000),
    })
    const [address = 0, smtp = 0] = [...String(line).matchAll(/127\.0\.0\.1:(\d+)/g)].map(
      ([, found]) => found,
    )
    // The SDK comes after the start: the stand-in itself does not need it.
    install(folder, sdk)
    const code = codeOf(readFileSync(join(own, 'README.md'), 'utf8'))
    const here = code.replaceAll(String(port), String(address)).replaceAll('4025', String(smtp))
    writeFileSync(join(folder, 'quick-start.mjs'), here)
    const output = execFileSync(process.execPath, ['quick-start.mjs'], {
      cwd: folder,
      encoding: 'utf8',
      timeout: 120_000,
    })
    assert.match(output, prints)
  })
}
