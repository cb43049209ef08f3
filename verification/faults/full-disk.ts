import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

// Loaded before a server (`node --import`): nothing can be written to any file, as on a disk without space. Reading, and
// what goes to the log, work.

/** Printed once, with the first refused write, so that a test knows that there was one. */
const FIRST_REFUSAL = 'full-disk: a write was refused'

let isNoted = false

function refuse(): NodeJS.ErrnoException {
  if (!isNoted) process.stderr.write(`${FIRST_REFUSAL}\n`)
  isNoted = true
  return Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
}

const WRITES = ['writeFile', 'appendFile', 'mkdir', 'rename', 'copyFile'] as const

for (const name of WRITES) {
  Object.assign(fs.promises, { [name]: () => Promise.reject(refuse()) })
  Object.assign(fs, {
    [name]: (...words: readonly unknown[]) => {
      const done = words.at(-1)
      if (typeof done === 'function') process.nextTick(done, refuse())
    },
    [`${name}Sync`]: () => {
      throw refuse()
    },
  })
}
syncBuiltinESMExports()
