import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { type Addresses, processEnvironment, shopEnvironment } from '../../local/environment.ts'

import { RUNNING } from './addresses.ts'
import { CALL_TIMEOUT } from './time-limits.ts'

const ROOT = join(import.meta.dirname, '..', '..')

/** Output and exit code of an owner's command. */
export type CommandResult = { readonly code: number; readonly text: string }

// The person who runs the tests may have settings of a real shop; these commands must not meet it.
function environment(running: string): NodeJS.ProcessEnv {
  const at: Addresses = JSON.parse(readFileSync(running, 'utf8'))
  return processEnvironment(shopEnvironment(at))
}

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

/** `npm run orders -- …` */
export function orders(...words: readonly string[]): Promise<CommandResult> {
  return runCommand('cli/orders.ts', words)
}
