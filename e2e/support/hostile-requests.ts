import { actionId, actionNames } from './actions.ts'
import { addresses } from './addresses.ts'
import { type Chance, chance } from '../faults/chance.ts'
import { HEADERS, METHODS, PATHS, TEXTS, TYPES } from './hostile-words.ts'

/** A request that somebody who means ill might send. */
export type HostileRequest = {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

/** What the requests may name: sessions of members, and orders of theirs. */
export type Known = { readonly sessions: readonly string[]; readonly orders: readonly string[] }

type Draw = (luck: Chance, known: Known) => HostileRequest

const text = (luck: Chance) => luck.oneOf(TEXTS)

// A header holds visible letters; what is none of them is sent as browsers send it.
function headerText(luck: Chance): string {
  return luck.oneOf(['1', '0', '/', 'https://evil.example', encodeURI(text(luck).toWellFormed())])
}

function inPath(luck: Chance): string {
  const part = text(luck).toWellFormed()
  if (luck.happens(0.5)) return encodeURIComponent(part)
  return part.replaceAll(/[^!-~]/g, '').slice(0, 500)
}

function value(luck: Chance, depth = 0): unknown {
  if (depth > 3 || luck.happens(0.4)) {
    return luck.oneOf<unknown>([text(luck), luck.next() * 1e6, -1, null, true, 0])
  }
  const names = ['id', 'method', 'paypalOrderId', 'key', 'lines', 'recipient', 'name', text(luck)]
  const entries = Array.from({ length: 4 }, () => [
    names[Math.floor(luck.next() * names.length)] ?? '',
    value(luck, depth + 1),
  ])
  return luck.happens(0.3)
    ? entries.map((entry) => Object.fromEntries([entry]))
    : Object.fromEntries(entries)
}

function cookie(luck: Chance, { sessions }: Known): Record<string, string> {
  const session = sessions[Math.floor(luck.next() * sessions.length)] ?? ''
  const header = luck.oneOf([`__session=${session}`, `__session=${session}`, '', headerText(luck)])
  return header === '' ? {} : { cookie: header }
}

const page: Draw = (luck, known) => {
  const path = luck.oneOf(PATHS)
  const order = known.orders[Math.floor(luck.next() * known.orders.length)] ?? ''
  const rest = luck.oneOf(['', inPath(luck), `${inPath(luck)}/${inPath(luck)}`, order])
  const query = luck.happens(0.3) ? `?${inPath(luck)}=${inPath(luck)}&page=${inPath(luck)}` : ''
  const headers: Record<string, string> = cookie(luck, known)
  for (let more = 0; more < 3; more += 1) {
    if (luck.happens(0.5)) headers[luck.oneOf(HEADERS)] = headerText(luck)
  }
  return { method: luck.oneOf(METHODS), path: path + rest + query, headers }
}

const posted: Draw = (luck, known) => ({
  ...page(luck, known),
  method: 'POST',
  headers: { 'content-type': luck.oneOf(TYPES), ...cookie(luck, known) },
  body: luck.oneOf([text(luck), JSON.stringify(value(luck)), '--x\r\n\r\n--x--']).toWellFormed(),
})

const action: Draw = (luck, known) => {
  const names = actionNames()
  const name = names[Math.floor(luck.next() * names.length)] ?? ''
  const order = known.orders[Math.floor(luck.next() * known.orders.length)] ?? ''
  const argument = luck.oneOf([value(luck), { id: text(luck), method: 'paypal' }, { id: order }])
  return {
    method: 'POST',
    path: luck.oneOf(['/login', '/checkout', '/account/settings', '/blog']),
    headers: {
      'content-type': 'text/plain;charset=UTF-8',
      'next-action': actionId(name),
      origin: addresses().shop,
      ...cookie(luck, known),
    },
    body: JSON.stringify(luck.happens(0.8) ? [argument] : [argument, value(luck), value(luck)]),
  }
}

const webhook: Draw = (luck) => ({
  method: 'POST',
  path: luck.oneOf(['/api/paypal/webhook', '/api/sweep']),
  headers: {
    'content-type': 'application/json',
    authorization: headerText(luck),
    'paypal-auth-algo': luck.oneOf(['SHA256withRSA', headerText(luck)]),
    'paypal-transmission-id': luck.oneOf(['a', headerText(luck)]),
    'paypal-transmission-time': luck.oneOf([new Date().toISOString(), headerText(luck)]),
    'paypal-transmission-sig': luck.oneOf([`${'A'.repeat(342)}==`, headerText(luck)]),
    'paypal-cert-url': `${addresses().paypal}/v1/notifications/certs/${inPath(luck)}`,
  },
  body: luck.oneOf([JSON.stringify(value(luck)), text(luck)]).toWellFormed(),
})

/** The request of a number; the same number of the same seed is the same request. */
export function hostileRequest(seed: number, index: number, known: Known): HostileRequest {
  const luck = chance(seed * 100_003 + index)
  return luck.oneOf([page, page, page, posted, action, action, webhook])(luck, known)
}

/** A value that might have got into a document somehow. */
export function hostileValue(seed: number, index: number): unknown {
  return value(chance(seed * 100_019 + index))
}

/** A text that somebody might have got into a document. */
export function hostileText(seed: number, index: number): string {
  return text(chance(seed * 100_043 + index))
    .toWellFormed()
    .slice(0, 60)
}
