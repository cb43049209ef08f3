import { mkdir } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { parseArgs } from 'node:util'

import { listen } from '../stand-in/ports.ts'
import { authEmulator } from './emulator.ts'
import { type Administration, administer, DEMO_MEMBER, keeper, keptUsers } from './users.ts'

/** Delay of writing changed users in milliseconds, and so the most that SIGKILL loses. */
const KEEP_AFTER = 300

const { values: input } = parseArgs({
  options: {
    port: { type: 'string', default: '0' },
    data: { type: 'string' },
    project: { type: 'string', default: 'demo-ourtee' },
    demo: { type: 'boolean', default: true },
  },
  allowNegative: true,
})

/** Whether a request may have changed a user; the pages behind a mail's link change them by GET. */
function mayChange({ method = '', url = '' }: IncomingMessage): boolean {
  if (url.startsWith('/emulator/action')) return true
  return method !== 'GET' && method !== 'OPTIONS' && !url.includes('accounts:lookup')
}

async function keepIn(directory: string, users: Administration): Promise<() => Promise<void>> {
  await mkdir(directory, { recursive: true })
  await users.restore(await keptUsers(directory))
  return keeper(users, directory)
}

async function main(): Promise<void> {
  if (!input.project.startsWith('demo-')) throw new Error(`${input.project} is not a demo- project`)
  const server = createServer(authEmulator(input.project))
  const address = await listen(server, Number(input.port))
  const users = administer(address, input.project)
  await users.protectEmails()
  const keep = input.data ? await keepIn(input.data, users) : async () => {}
  const present = await users.list()
  if (input.demo && !present.some(({ email }) => email === DEMO_MEMBER.email)) {
    await users.create(DEMO_MEMBER)
  }
  await keep()
  keepOnChange(server, keep)
  stopOnSignal(server, keep)
  console.log(`auth ${address}`)
}

function exitWith(error: unknown): never {
  console.error('sign-in:', error)
  process.exit(1)
}

function keepOnChange(server: Server, keep: () => Promise<void>): void {
  let timer: NodeJS.Timeout | undefined
  server.on('request', (request, response) => {
    if (!mayChange(request)) return
    response.on('finish', () => {
      timer ??= setTimeout(() => {
        timer = undefined
        keep().catch(exitWith)
      }, KEEP_AFTER)
    })
  })
}

function stopOnSignal(server: Server, keep: () => Promise<void>): void {
  const stop = () => {
    keep().then(() => {
      server.closeAllConnections()
      process.exit(0)
    }, exitWith)
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
}

main().catch(exitWith)
