import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { type Addresses, shopEnvironment } from './environment.ts'

const ROOT = join(import.meta.dirname, '..')
const SETTINGS = join(ROOT, '.env')
const RUNNING = process.env.LOCAL_ADDRESSES ?? join(ROOT, '.local', 'addresses.json')

// What is set counts, then .env, then the shop that runs on this laptop.
function settings(): NodeJS.ProcessEnv {
  if (!process.env.FIREBASE_PROJECT_ID && existsSync(SETTINGS)) process.loadEnvFile(SETTINGS)
  if (process.env.FIREBASE_PROJECT_ID) return process.env
  if (!existsSync(RUNNING)) {
    console.error(
      'No settings: copy .env.example to .env and fill it in, or start the shop of this laptop with npm run local.',
    )
    process.exit(1)
  }
  const at: Addresses = JSON.parse(readFileSync(RUNNING, 'utf8'))
  return { ...process.env, METADATA_SERVER_DETECTION: 'none', ...shopEnvironment(at) }
}

const [command = '', ...words] = process.argv.slice(2)
const child = spawn('node', ['--conditions=react-server', join(ROOT, command), ...words], {
  cwd: process.env.INIT_CWD ?? ROOT,
  env: settings(),
  stdio: 'inherit',
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
child.on('exit', (code) => process.exit(code ?? 1))
