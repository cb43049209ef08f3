import { registerHooks } from 'node:module'

const NEXT = new Set(['next/cache', 'next/headers', 'next/navigation', 'next/server'])

registerHooks({
  resolve(specifier, context, next) {
    if (!NEXT.has(specifier)) return next(specifier, context)
    return { url: new URL('./next.ts', import.meta.url).href, shortCircuit: true }
  },
})
