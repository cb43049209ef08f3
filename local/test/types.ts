import { spawnSync } from 'node:child_process'

import { buildEnvironment } from '../environment.ts'

// Next writes the types of the routes into .next/types, then tsc checks them with all others.
// Every further checker works out the same types again, on cores that other stages use.
const env = { ...process.env, ...buildEnvironment() }
for (const [command = '', ...words] of [
  ['next', 'typegen'],
  ['tsc', '--noEmit', '--checkers', '1'],
]) {
  const { status } = spawnSync(command, words, { env, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
