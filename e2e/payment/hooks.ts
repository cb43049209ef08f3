import { existsSync } from 'node:fs'
import { registerHooks } from 'node:module'

import { STUBS } from './replaced.ts'

for (const [end] of STUBS) {
  const file = new URL(`../..${end}`, import.meta.url)
  if (!existsSync(file)) throw new Error(`${end} is no file, so nothing replaces it`)
}

const stand = (file: string) => ({
  url: new URL(file, import.meta.url).href,
  shortCircuit: true,
})

// Everything but these is the shop's own code, as it runs in production.
registerHooks({
  resolve(specifier, context, next) {
    // Next's own build resolves it; Node cannot.
    if (specifier === 'next/server') return stand('./stubs/surroundings.ts')
    const resolved = next(specifier, context)
    const stub = STUBS.find(([end]) => resolved.url.endsWith(end))
    return stub ? { ...resolved, url: new URL(stub[1], import.meta.url).href } : resolved
  },
})
