type TypePolicy = Readonly<
  Record<'createHTML' | 'createScriptURL', (text: string) => string | null>
>

// Optional: not every browser has Trusted Types, and TypeScript lacks the type.
declare const trustedTypes:
  | { createPolicy: (name: 'default', rules: TypePolicy) => unknown }
  | undefined

// The policy that proxy.ts requires: the shop's scripts, Google's loader, and React's empty script element.
const REACT = '<script></script>'
const GOOGLE = 'https://apis.google.com/js/api.js'

function isAllowedScript(url: string): boolean {
  const { origin, pathname } = new URL(url, location.href)
  return origin === location.origin || origin + pathname === GOOGLE
}

if (typeof trustedTypes !== 'undefined')
  trustedTypes.createPolicy('default', {
    createHTML: (text) => (text === REACT ? text : null),
    createScriptURL: (url) => (isAllowedScript(url) ? url : null),
  })
