import { BlockList, isIP, isIPv4, SocketAddress } from 'node:net'

/**
 * Limits per minute, by member, client or session. A payment action counts its provider calls; an
 * order search counts eight.
 */
export const ALLOWANCES = {
  order: 30,
  page: 240,
  payment: 30,
  'payment-return': 30,
  'sign-in': 20,
  settings: 20,
  orders: 240,
  search: 240,
  cart: 240,
  join: 30,
  half: 30,
  'stock-alert': 30,
  'mailed-order': 30,
  stores: 240,
  company: 30,
  discount: 30,
  report: 30,
  owner: 240,
} as const

export type LimitedAction = keyof typeof ALLOWANCES

/** Limits for visitors, signed in or not. */
export type PublicLimited = Extract<
  LimitedAction,
  | 'search'
  | 'cart'
  | 'join'
  | 'half'
  | 'stock-alert'
  | 'mailed-order'
  | 'stores'
  | 'report'
  | 'discount'
>

/** Limit of all visitors together, as a multiple of one client's. */
export const FUSE = 50

/** Cost of a single action. */
export const WEIGHTS = {
  startPayment: 2,
  capturePayment: 3,
  refreshPayment: 1,
  listOrders: 1,
  searchOrders: 8,
  checkCode: 3,
} as const

/** Something that was done: when, in milliseconds since 1970, and how much it counts. */
export type Use = { readonly at: number; readonly weight: number }

/** Length of the window, in milliseconds. */
const COUNTED = 60_000

/** Uses that still count at `now`. */
export function recentUses<Any extends Use>(uses: readonly Any[], now: number): readonly Any[] {
  return uses.filter(({ at }) => now - at < COUNTED)
}

function sum(uses: readonly Use[]): number {
  return uses.reduce((total, { weight }) => total + weight, 0)
}

/** Shares a member's use with other instances and returns theirs of the last minute. */
export type Share = (uid: string, kind: LimitedAction, use: Use) => Promise<readonly Use[]>

/** Whether something may be done; `tell` is what is left to do afterwards, where others are to know. */
export type LimitResult = { readonly allowed: boolean; readonly tell?: () => Promise<void> }

type OwnUse = Use & { readonly isShared: boolean }
type Member = { readonly own: readonly OwnUse[]; readonly elsewhere: readonly Use[] }

const NEW: Member = { own: [], elsewhere: [] }
const MOST_MEMBERS = 10_000

/**
 * Sliding-window limit per member, exact in this process. Above a fifth of the limit, use is shared
 * after the response.
 */
export function allowanceCounter(share: Share, factor = 1) {
  const members = new Map<string, Member>()

  function memberAt(key: string, now: number): Member {
    const { own, elsewhere } = members.get(key) ?? NEW
    return { own: recentUses(own, now), elsewhere: recentUses(elsewhere, now) }
  }

  function keep(key: string, member: Member, now: number): void {
    if (!members.has(key) && members.size >= MOST_MEMBERS) {
      for (const [other, { own }] of members) {
        if (recentUses(own, now).length === 0) members.delete(other)
      }
    }
    members.set(key, member)
  }

  return (uid: string, kind: LimitedAction, { at, weight }: Use): LimitResult => {
    const key = `${kind} ${uid}`
    const { own, elsewhere } = memberAt(key, at)
    const used = sum(own) + weight
    if (used + sum(elsewhere) > ALLOWANCES[kind] * factor) return { allowed: false }
    const isQuiet = used <= (ALLOWANCES[kind] * factor) / 5
    const all = [...own, { at, weight, isShared: false }]
    if (isQuiet) {
      keep(key, { own: all, elsewhere }, at)
      return { allowed: true }
    }
    keep(key, { own: all.map((use) => ({ ...use, isShared: true })), elsewhere }, at)
    const unshared = sum(all.filter(({ isShared }) => !isShared))
    const tell = async () => {
      const others = await share(uid, kind, { at, weight: unshared })
      keep(key, { ...memberAt(key, at), elsewhere: others }, at)
    }
    return { allowed: true, tell }
  }
}

// IPv4 written as IPv6: mapped (::ffff:0:0/96), translated (::ffff:0:0:0/96, RFC 2765), the old compatible form
// (::/96), and NAT64, whose prefix is the well-known one or a network's own (RFC 6052, RFC 8215).
const EMBEDDED = new BlockList()
for (const prefix of ['::ffff:0:0', '::ffff:0:0:0', '64:ff9b::', '::'])
  EMBEDDED.addSubnet(prefix, 96, 'ipv6')
EMBEDDED.addSubnet('64:ff9b:1::', 48, 'ipv6')
// This machine itself is no IPv4 address in disguise.
const NO_ADDRESS = new BlockList()
NO_ADDRESS.addSubnet('::', 127, 'ipv6')

// Proxies write an address alone, with a port, in brackets, or as a node of RFC 7239 (for="[2001:db8::1]:4711").
function withoutPort(written: string): string {
  const [, node] = /(?:^|;)\s*for=("[^"]*"|[^;]*)/i.exec(written) ?? []
  const bare = (node ?? written).replaceAll('"', '').trim()
  const [, bracketed] = /^\[([^\]]*)\](?::\d{0,5})?$/.exec(bare) ?? []
  if (bracketed !== undefined) return bracketed
  const [, plain] = /^([\d.]+):\d{0,5}$/.exec(bare) ?? []
  return plain ?? bare
}

const pair = (a: string, b: string) => (Number(a) * 256 + Number(b)).toString(16)
const parts = (side: string) => side.split(':').filter((part) => part !== '')

/** The eight groups of an IPv6 address, as numbers. Node writes it in its shortest form. */
function groupsOf(address: string): readonly number[] {
  const dotted = /^(.*:)(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(address)
  const [, start = '', a = '', b = '', c = '', d = ''] = dotted ?? []
  const text = dotted ? `${start}${pair(a, b)}:${pair(c, d)}` : address
  const [head = '', tail] = text.split('::', 2)
  const [first, last] = [parts(head), parts(tail ?? '')]
  return [...first, ...Array(8 - first.length - last.length).fill('0'), ...last].map(
    (group) => Number.parseInt(group, 16) || 0,
  )
}

// A household or a machine has a network of IPv6 to itself (/64), not an address.
function network(address: string): string {
  const [zoneless = ''] = address.split('%', 1)
  const groups = groupsOf(new SocketAddress({ address: zoneless, family: 'ipv6' }).address)
  if (!EMBEDDED.check(zoneless, 'ipv6') || NO_ADDRESS.check(zoneless, 'ipv6')) {
    return groups
      .slice(0, 4)
      .map((group) => group.toString(16))
      .join(':')
  }
  const [high = 0, low = 0] = groups.slice(6)
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}

/** Returns the client's IPv4 address or IPv6 network from the trusted header, or undefined. */
export function clientOf(headers: Pick<Headers, 'get'>, trusted?: string): string | undefined {
  if (trusted === undefined || trusted === NO_FRONT) return undefined
  const [name = '', fromRight = '1'] = trusted.split(':')
  const addresses = (headers.get(name) ?? '').split(',').map((part) => part.trim())
  const address = withoutPort(addresses.at(-Number(fromRight)) ?? '')
  if (isIP(address) === 0) return undefined
  return isIPv4(address) ? address : network(address)
}

/** The setting of a shop that no front is before, such as a laptop's: all visitors share the fuse. */
export const NO_FRONT = 'none'
