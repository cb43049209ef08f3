// Zod tries whether it may compile checks; the policy forbids that, and Firefox and Safari complain of each try.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

type TypePolicy = Readonly<
  Record<'createHTML' | 'createScriptURL', (text: string) => string | null>
>

// Optional: not every browser has Trusted Types, and TypeScript lacks the type.
declare const trustedTypes:
  | { createPolicy: (name: 'default', rules: TypePolicy) => unknown }
  | undefined

// The policy that proxy.ts requires: allows the shop's scripts and React's empty script element.
const REACT = '<script></script>'
if (typeof trustedTypes !== 'undefined')
  trustedTypes.createPolicy('default', {
    createHTML: (text) => (text === REACT ? text : null),
    createScriptURL: (url) => (new URL(url, location.href).origin === origin ? url : null),
  })
