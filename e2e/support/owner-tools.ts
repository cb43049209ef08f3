import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { type Addresses, processEnvironment, shopEnvironment } from '../../local/environment.ts'
import type { Member } from './accounts.ts'
import { RUNNING } from './addresses.ts'
import { newOwner } from './owners.ts'
import { CALL_TIMEOUT } from './time-limits.ts'

const ROOT = join(import.meta.dirname, '..', '..')

/** Output and exit code of an owner's command. */
export type CommandResult = { readonly code: number; readonly text: string }

const addressesIn = (running: string): Addresses => JSON.parse(readFileSync(running, 'utf8'))

// The person who runs the tests may have settings of a real shop; these commands must not meet it.
const environment = (running: string): NodeJS.ProcessEnv =>
  processEnvironment(shopEnvironment(addressesIn(running)))

/** Runs an owner's command, as from a terminal, on the shop whose addresses are in the file `running`. */
export function runCommand(
  file: string,
  words: readonly string[],
  running = RUNNING,
): Promise<CommandResult> {
  // As local/command.ts starts it, which has tests of its own.
  const command = ['--conditions=react-server', join(ROOT, file), ...words]
  return new Promise((resolve) => {
    execFile(
      'node',
      command,
      { cwd: ROOT, env: environment(running), timeout: CALL_TIMEOUT },
      (error, stdout, stderr) => {
        const code = typeof error?.code === 'number' ? error.code : error ? -1 : 0
        resolve({ code, text: stdout + stderr })
      },
    )
  })
}

const owners = new Map<string, Promise<Member>>()

/** The owner who types the commands on the shop whose addresses are in the file `running`. */
export function ownerAtTerminal(running = RUNNING): Promise<Member> {
  const known = owners.get(running) ?? newOwner('林店主', addressesIn(running))
  owners.set(running, known)
  return known
}

const NAMELESS = new Set(['review', 'sweep', 'recount', 'reconcile'])

/** `npm run orders -- …`, with the owner who types it where the command asks who does and none is named. */
export async function ordersAt(running: string, words: readonly string[]): Promise<CommandResult> {
  const [command = ''] = words
  if (NAMELESS.has(command) || words.includes('--who'))
    return runCommand('cli/orders.ts', words, running)
  const { email } = await ownerAtTerminal(running)
  return runCommand('cli/orders.ts', [...words, '--who', email], running)
}

/** The same on the shop of the tests. */
export function orders(...words: readonly string[]): Promise<CommandResult> {
  return ordersAt(RUNNING, words)
}
