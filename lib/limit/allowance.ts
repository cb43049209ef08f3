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
  'stock-alert': 30,
  'mailed-order': 30,
  stores: 240,
  company: 30,
  discount: 30,
  report: 30,
  owner: 240,
} as const

/** Kinds of limited actions. */
export type LimitedAction = keyof typeof ALLOWANCES

/** Limits for visitors, signed in or not. */
export type PublicLimited = Extract<
  LimitedAction,
  'search' | 'cart' | 'join' | 'stock-alert' | 'mailed-order' | 'stores' | 'report' | 'discount'
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
