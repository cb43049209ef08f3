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

// A running shop that is named counts, then the laptop's where `--local` asks for it, then what is set, then .env, then the
// shop that runs on this laptop.
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
  // The command tells what else is missing in it.
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
