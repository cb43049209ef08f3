import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'

import { buildEnvironment, processEnvironment, shopEnvironment } from './environment.ts'
import { shopPlan } from './services.ts'

const REAL = 'of-the-real-shop'
const example = readFileSync(join(import.meta.dirname, '..', '.env.example'), 'utf8')
const filled = example.replaceAll(/^(?:# )?([A-Z_]+)=.*$/gm, `$1=${REAL}`)

// Next reads .env with this package, in the folder where it is started.
const nextEnv = createRequire(createRequire(import.meta.url).resolve('next')).resolve('@next/env')
const READ = `
  require(${JSON.stringify(nextEnv)}).loadEnvConfig(process.cwd(), process.argv[1] === 'dev', { info() {}, error: console.error })
  const real = Object.keys(process.env).filter((name) => process.env[name].includes('${REAL}'))
  console.log(real.sort().join(' '))
`

let folder = ''
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'ourtee-env-'))
  writeFileSync(join(folder, '.env'), filled)
})
after(() => rmSync(folder, { recursive: true }))

const at = {
  shop: 'http://localhost:3000',
  auth: 'http://127.0.0.1:9099',
  firestore: '127.0.0.1:8080',
  paypal: 'http://127.0.0.1:4010',
  mailbox: 'http://127.0.0.1:4020',
  smtp: 'smtp://127.0.0.1:4025',
  projectId: 'demo-ourtee',
}

function takenFromFile(env: NodeJS.ProcessEnv, mode: string): string[] {
  const words = ['-e', READ, mode]
  const { stdout, stderr } = spawnSync('node', words, { cwd: folder, env, encoding: 'utf8' })
  assert.equal(stderr, '')
  // Neither reaches the shop: Next reads the port, and no page names the owner.
  return stdout.split(/\s/).filter((name) => !['', 'PORT', 'SHOP_OWNER'].includes(name))
}

test('the file of the real shop would be read', () => {
  const taken = takenFromFile({ PATH: process.env.PATH, NODE_ENV: 'production' }, 'start')
  assert.ok(taken.includes('FIREBASE_PRIVATE_KEY'))
})

test("a laptop's build takes nothing from the .env of the real shop", () => {
  assert.deepEqual(takenFromFile({ ...process.env, ...buildEnvironment() }, 'build'), [])
})

for (const mode of ['start', 'dev']) {
  test(`a laptop's shop (next ${mode}) takes nothing from the .env of the real shop`, () => {
    assert.deepEqual(takenFromFile(processEnvironment(shopEnvironment(at)), mode), [])
  })
}

test("a laptop's shop takes nothing from a shell that holds the settings of the real shop", () => {
  process.env.FIREBASE_PRIVATE_KEY = REAL
  process.env.NEXT_PUBLIC_ANALYTICS_SRC = REAL
  assert.deepEqual(takenFromFile(processEnvironment(shopEnvironment(at)), 'start'), [])
  assert.deepEqual(takenFromFile({ ...process.env, ...buildEnvironment() }, 'build'), [])
})

test("a laptop's orders have no prefix at the providers", () => {
  const { env } = shopPlan(at, false)
  assert.equal(env['PROVIDER_PREFIX'] ?? '', '')
})

// A command that knows another number of an order at a provider would make its payment or paper once more.
test('a command with --local has the settings of the shop that runs', () => {
  const { env } = shopPlan(at, false)
  const ofCommand = processEnvironment(shopEnvironment(at))
  const other = Object.keys(env).filter((name) => env[name] !== ofCommand[name])
  assert.deepEqual(other.toSorted(), ['NODE_ENV', 'NODE_OPTIONS'])
})

test('a build has the port and the ways to pay that were asked for, and those of tests always the same', () => {
  const { PORT, CONTENT_FOLDER } = process.env
  try {
    process.env.PORT = '3200'
    process.env.CONTENT_FOLDER = ''
    assert.equal(buildEnvironment().NEXT_PUBLIC_SITE_URL, 'http://localhost:3200')
    assert.ok(buildEnvironment({ linePay: true }).LINE_PAY_CHANNEL_ID)
    assert.equal(buildEnvironment().LINE_PAY_CHANNEL_ID, '')
    process.env.CONTENT_FOLDER = 'e2e/fixtures/content'
    assert.equal(buildEnvironment().NEXT_PUBLIC_SITE_URL, 'http://localhost:3000')
    assert.equal(buildEnvironment({ linePay: true }).LINE_PAY_CHANNEL_ID, '')
  } finally {
    process.env.PORT = PORT ?? ''
    process.env.CONTENT_FOLDER = CONTENT_FOLDER ?? ''
  }
})

const namesIn = (env: Record<string, string>) =>
  Object.keys(env).filter((name) => name.startsWith('LINE_PAY_'))

test('a shop on a laptop takes LINE Pay only where its stand-in runs', () => {
  assert.deepEqual(namesIn(shopEnvironment(at)), [])
  const linePay = 'http://127.0.0.1:4030'
  const taken = shopEnvironment({ ...at, linePay })
  assert.equal(taken.LINE_PAY_API_BASE, linePay)
  assert.equal(namesIn(taken).length, 3)
})
