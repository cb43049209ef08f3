import type { FullAccount } from './account.ts'

/** How far the shop trusts an account. All limits that depend on it are in `LIMITS`. */
export type Standing = 'unverified' | 'verified' | 'customer'

const MINUTE = 60 * 1000
const HOUR = 60 * MINUTE

/** Limits of one standing; times in milliseconds. */
export type Limits = {
  /** How many pieces of stock its unpaid orders may keep from others. */
  readonly heldPieces: number
  /** For how long they may do so. */
  readonly holdFor: number
  /** How much time lies between two beginnings of that time; 0 where each order begins its own. */
  readonly holdEvery: number
  /** How many unpaid orders it may have at once. */
  readonly unpaidOrders: number
  /** How many orders it may place within an hour. */
  readonly ordersAnHour: number
  /** Whether it may ask for a copy of its personal data, or for their erasure. */
  readonly dataRequests: boolean
}

/** The one table of limits by standing (docs/rules.md, "Standing"). */
export const LIMITS: Readonly<Record<Standing, Limits>> = {
  unverified: {
    heldPieces: 5,
    holdFor: 30 * MINUTE,
    holdEvery: 24 * HOUR,
    unpaidOrders: 2,
    ordersAnHour: 10,
    dataRequests: false,
  },
  verified: {
    heldPieces: 10,
    holdFor: 60 * MINUTE,
    holdEvery: 0,
    unpaidOrders: Number.POSITIVE_INFINITY,
    ordersAnHour: 10,
    dataRequests: true,
  },
  customer: {
    heldPieces: 20,
    holdFor: 60 * MINUTE,
    holdEvery: 0,
    unpaidOrders: Number.POSITIVE_INFINITY,
    ordersAnHour: 10,
    dataRequests: true,
  },
}

/** Facts that decide an account's standing. */
export type StandingFacts = Pick<FullAccount, 'email' | 'emailVerified' | 'methods'> & {
  /** Whether an order of the account was ever paid. */
  readonly hasPaid: boolean
}

/**
 * The standing of an account. An e-mail is verified by its mail or by Google or Facebook; an account
 * without an e-mail, which Facebook makes, is not.
 */
export function standingOf({ hasPaid, ...account }: StandingFacts): Standing {
  if (hasPaid) return 'customer'
  return hasVerifiedEmail(account) ? 'verified' : 'unverified'
}

/** Whether an account has an e-mail that somebody has proven to be theirs. */
export function hasVerifiedEmail({
  email,
  emailVerified,
  methods,
}: Omit<StandingFacts, 'hasPaid'>): boolean {
  const isKnown = methods.some((method) => method === 'google.com' || method === 'facebook.com')
  return email !== '' && (emailVerified || isKnown)
}
