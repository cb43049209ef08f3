// Zod tries whether it may compile checks; the policy forbids that, and Firefox and Safari complain of each try.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

type TypePolicy = Readonly<
  Record<'createHTML' | 'createScriptURL', (text: string) => string | null>
>

// Only where the browser knows Trusted Types; TypeScript does not yet.
declare const trustedTypes:
  | { createPolicy: (name: 'default', rules: TypePolicy) => unknown }
  | undefined

// Where a page's policy asks for it (proxy.ts), text becomes code only so: scripts of the shop, and the empty element by
// which React makes one. Elsewhere no browser asks this.
const REACT = '<script></script>'
if (typeof trustedTypes !== 'undefined')
  trustedTypes.createPolicy('default', {
    createHTML: (text) => (text === REACT ? text : null),
    createScriptURL: (url) => (new URL(url, location.href).origin === origin ? url : null),
  })
