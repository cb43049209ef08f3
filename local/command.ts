import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { type Addresses, processEnvironment, shopEnvironment } from './environment.ts'

const ROOT = join(import.meta.dirname, '..')
const SETTINGS = join(ROOT, '.env')
const RUNNING = join(ROOT, '.local', 'addresses.json')

const [command = '', ...input] = process.argv.slice(2)
const words = input.filter((word) => word !== '--local')
const isLocal = words.length < input.length

// Usage is printed without any settings.
const needsSettings = !words.includes('--help')

// Settings in order of precedence: a named shop, the local one with `--local`, environment, .env,
// the running local one.
function settings(): NodeJS.ProcessEnv {
  if (!needsSettings) return process.env
  if (process.env.LOCAL_ADDRESSES) return localSettings(process.env.LOCAL_ADDRESSES)
  if (isLocal && existsSync(RUNNING)) return localSettings(RUNNING)
  if (isLocal) {
    console.error('No shop runs on this laptop: start it with npm run local.')
    process.exit(1)
  }
  const hasFile = !process.env.FIREBASE_PROJECT_ID && existsSync(SETTINGS)
  if (hasFile) process.loadEnvFile(SETTINGS)
  if (process.env.FIREBASE_PROJECT_ID) return process.env
  if (existsSync(RUNNING)) return localSettings(RUNNING)
  const missing = hasFile
    ? 'FIREBASE_PROJECT_ID is empty in .env: fill .env in'
    : 'There is no .env: copy .env.example to .env and fill it in'
  console.error(`${missing}, or start the shop of this laptop with npm run local.`)
  // The command reports further missing settings.
  if (!hasFile) process.exit(1)
  return process.env
}

function localSettings(running: string): NodeJS.ProcessEnv {
  const at: Addresses = JSON.parse(readFileSync(running, 'utf8'))
  return processEnvironment(shopEnvironment(at))
}

const child = spawn('node', ['--conditions=react-server', join(ROOT, command), ...words], {
  cwd: process.env.INIT_CWD ?? ROOT,
  env: settings(),
  stdio: 'inherit',
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
child.on('exit', (code) => process.exit(code ?? 1))
