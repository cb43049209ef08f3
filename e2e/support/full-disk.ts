import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

// Loaded before a server (`--import`): nothing can be written into its build any more.

const full = () =>
  Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })

const refused = async (): Promise<never> => {
  throw full()
}

fs.promises.writeFile = refused
fs.promises.mkdir = refused
fs.promises.rename = refused
fs.writeFileSync = () => {
  throw full()
}
syncBuiltinESMExports()
