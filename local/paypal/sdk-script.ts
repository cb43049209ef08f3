import { readFileSync } from 'node:fs'
import type { Desk } from './desk.ts'
import type { Call, Reply } from './http.ts'

const script = readFileSync(new URL('sdk.js', import.meta.url), 'utf8')

const known = new Set([
  'client-id',
  'currency',
  'locale',
  'intent',
  'components',
  'disable-funding',
  'enable-funding',
  'commit',
  'vault',
  'debug',
  'integration-date',
])

function problem(desk: Desk, query: URLSearchParams): string | null {
  const unknown = [...query.keys()].find((name) => !known.has(name))
  if (unknown !== undefined) return `unrecognized query parameter: ${unknown}`
  const clientId = query.get('client-id')
  if (clientId === null) return 'client-id is required'
  if (clientId !== desk.settings.clientId)
    return `client-id not recognized for this stand-in: ${clientId}`
  if (!/^[A-Z]{3}$/.test(query.get('currency') ?? 'USD')) return 'currency is invalid'
  if (!/^[a-z]{2}_[A-Z]{2}$/.test(query.get('locale') ?? 'en_US'))
    return 'locale is invalid, expected one such as zh_TW'
  if ((query.get('intent') ?? 'capture') !== 'capture') return 'only intent=capture is served'
  const components = (query.get('components') ?? 'buttons').split(',')
  if (components.some((name) => name !== 'buttons')) return 'only components=buttons is served'
  return null
}

/** GET /sdk/js: the browser script, or a 400 that says which parameter is wrong, as PayPal does. */
export function serveScript(desk: Desk, call: Call): Reply {
  const wrong = problem(desk, call.query)
  const type = 'application/javascript; charset=utf-8'
  if (wrong !== null) {
    const body = `throw new Error(${JSON.stringify(`PayPal SDK: ${wrong}`)})\n`
    return { kind: 'answer', status: 400, body, type }
  }
  return {
    kind: 'answer',
    status: 200,
    body: script,
    type,
    headers: { 'x-content-type-options': 'nosniff' },
  }
}
