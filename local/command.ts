import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { type Addresses, partEnvironment, shopEnvironment } from './environment.ts'

const ROOT = join(import.meta.dirname, '..')
const SETTINGS = join(ROOT, '.env')
const RUNNING = process.env.LOCAL_ADDRESSES ?? join(ROOT, '.local', 'addresses.json')

// A running shop that is named counts, then what is set, then .env, then the shop that runs on this laptop.
function settings(): NodeJS.ProcessEnv {
  if (process.env.LOCAL_ADDRESSES) return localSettings()
  if (!process.env.FIREBASE_PROJECT_ID && existsSync(SETTINGS)) process.loadEnvFile(SETTINGS)
  return process.env.FIREBASE_PROJECT_ID ? process.env : localSettings()
}

function localSettings(): NodeJS.ProcessEnv {
  if (!existsSync(RUNNING)) {
    console.error(
      'No settings: copy .env.example to .env and fill it in, or start the shop of this laptop with npm run local.',
    )
    process.exit(1)
  }
  const at: Addresses = JSON.parse(readFileSync(RUNNING, 'utf8'))
  return partEnvironment(shopEnvironment(at))
}

const [command = '', ...words] = process.argv.slice(2)
const child = spawn('node', ['--conditions=react-server', join(ROOT, command), ...words], {
  cwd: process.env.INIT_CWD ?? ROOT,
  env: settings(),
  stdio: 'inherit',
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
child.on('exit', (code) => process.exit(code ?? 1))
