import { spawnSync } from 'node:child_process'

// Next writes the types of the routes, then all types are checked; two commands in one stage, for the second needs the first.
for (const [command = '', ...words] of [
  ['next', 'typegen'],
  ['tsc', '--noEmit'],
]) {
  const { status } = spawnSync(command, words, { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
