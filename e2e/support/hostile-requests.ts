import { actionId, actionNames } from './actions.ts'
import { addresses } from './addresses.ts'
import { HEADERS, METHODS, PATHS, TEXTS, TYPES } from './hostile-text.ts'
import { orderRequest } from './orders.ts'
import { OWNER_ACTIONS } from './owners.ts'
import { type Random, randomFrom } from './random.ts'

/** A request that an attacker might send. */
export type HostileRequest = {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

/** Sessions of members and owners, and members' orders, that the requests may use. */
export type KnownThings = {
  readonly sessions: readonly string[]
  readonly owners: readonly string[]
  readonly orders: readonly string[]
}

type Draw = (random: Random, known: KnownThings) => HostileRequest

const text = (random: Random) => random.oneOf(TEXTS)

// A header holds visible characters; others are encoded as browsers do.
function headerText(random: Random): string {
  return random.oneOf([
    '1',
    '0',
    '/',
    'https://evil.example',
    encodeURI(text(random).toWellFormed()),
  ])
}

function inPath(random: Random): string {
  const part = text(random).toWellFormed()
  if (random.happens(0.5)) return encodeURIComponent(part)
  return part.replaceAll(/[^!-~]/g, '').slice(0, 500)
}

function value(random: Random, depth = 0): unknown {
  if (depth > 3 || random.happens(0.4)) {
    return random.oneOf<unknown>([text(random), random.next() * 1e6, -1, null, true, 0])
  }
  const names = ['id', 'method', 'paypalOrderId', 'key', 'lines', 'recipient', 'name', text(random)]
  const entries = Array.from({ length: 4 }, () => [
    names[Math.floor(random.next() * names.length)] ?? '',
    value(random, depth + 1),
  ])
  return random.happens(0.3)
    ? entries.map((entry) => Object.fromEntries([entry]))
    : Object.fromEntries(entries)
}

const anyOf = (random: Random, texts: readonly string[]) =>
  texts[Math.floor(random.next() * texts.length)] ?? ''

// An honest page's request with one field replaced.
function spoil(random: Random, honest: object): unknown {
  const name = anyOf(random, Object.keys(honest))
  return { ...honest, [name]: random.happens(0.7) ? text(random) : value(random) }
}

function cookie(random: Random, { sessions, owners }: KnownThings): Record<string, string> {
  const session = anyOf(random, random.happens(0.2) ? owners : sessions)
  const header = random.oneOf([
    `__session=${session}`,
    `__session=${session}`,
    '',
    headerText(random),
  ])
  return header === '' ? {} : { cookie: header }
}

const page: Draw = (random, known) => {
  const path = random.oneOf(PATHS)
  const order = anyOf(random, known.orders)
  const rest = random.oneOf(['', inPath(random), `${inPath(random)}/${inPath(random)}`, order])
  const query = random.happens(0.3)
    ? `?${inPath(random)}=${inPath(random)}&page=${inPath(random)}`
    : ''
  const headers: Record<string, string> = cookie(random, known)
  for (let more = 0; more < 3; more += 1) {
    if (random.happens(0.5)) headers[random.oneOf(HEADERS)] = headerText(random)
  }
  return { method: random.oneOf(METHODS), path: path + rest + query, headers }
}

const post: Draw = (random, known) => ({
  ...page(random, known),
  method: 'POST',
  headers: { 'content-type': random.oneOf(TYPES), ...cookie(random, known) },
  body: random
    .oneOf([text(random), JSON.stringify(value(random)), '--x\r\n\r\n--x--'])
    .toWellFormed(),
})

const action: Draw = (random, known) => {
  const name = anyOf(random, actionNames())
  const order = anyOf(random, known.orders)
  const ofOwner = OWNER_ACTIONS[name]
  const argument = random.oneOf([
    value(random),
    { id: text(random), method: 'paypal' },
    { id: order },
    spoil(random, ofOwner?.args(order) ?? orderRequest()),
  ])
  const pages = ['/login', '/checkout', '/account/settings', '/blog'] as const
  return {
    method: 'POST',
    path: ofOwner && random.happens(0.8) ? ofOwner.page : random.oneOf(pages),
    headers: {
      'content-type': 'text/plain;charset=UTF-8',
      'next-action': actionId(name),
      origin: addresses().shop,
      ...(ofOwner && random.happens(0.5)
        ? { cookie: `__session=${anyOf(random, known.owners)}` }
        : cookie(random, known)),
    },
    body: JSON.stringify(
      random.happens(0.8) ? [argument] : [argument, value(random), value(random)],
    ),
  }
}

const webhook: Draw = (random) => ({
  method: 'POST',
  path: random.oneOf(['/api/paypal/webhook', '/api/sweep']),
  headers: {
    'content-type': 'application/json',
    authorization: headerText(random),
    'paypal-auth-algo': random.oneOf(['SHA256withRSA', headerText(random)]),
    'paypal-transmission-id': random.oneOf(['a', headerText(random)]),
    'paypal-transmission-time': random.oneOf([new Date().toISOString(), headerText(random)]),
    'paypal-transmission-sig': random.oneOf([`${'A'.repeat(342)}==`, headerText(random)]),
    'paypal-cert-url': `${addresses().paypal}/v1/notifications/certs/${inPath(random)}`,
  },
  body: random.oneOf([JSON.stringify(value(random)), text(random)]).toWellFormed(),
})

/** The request of a number; the same number of the same seed is the same request. */
export function hostileRequest(seed: number, index: number, known: KnownThings): HostileRequest {
  const random = randomFrom(seed * 100_003 + index)
  return random.oneOf([page, page, post, action, action, action, webhook])(random, known)
}

/** A broken or hostile value in a document. */
export function hostileValue(seed: number, index: number): unknown {
  return value(randomFrom(seed * 100_019 + index))
}

/** A hostile text in a document. */
export function hostileText(seed: number, index: number): string {
  return text(randomFrom(seed * 100_043 + index))
    .toWellFormed()
    .slice(0, 60)
}
