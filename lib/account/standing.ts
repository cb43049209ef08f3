import { z } from 'zod'
import { recipientSchema } from '../delivery/recipient-schema.ts'
import { singleLineText } from '../text/text-schemas.ts'
import type { FullAccount } from './account.ts'

const BROWSERS: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\bLine\//, 'LINE'],
  [/\bInstagram\b/, 'Instagram'],
  [/\bFBA[NV]\b/, 'Facebook'],
  [/\bEdg(?:A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|OPT)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

const SYSTEMS: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
]

function nameIn(list: typeof BROWSERS, text: string): string | undefined {
  return list.find(([pattern]) => pattern.test(text))?.[1]
}

/** The browser and the system that a `User-Agent` names, such as Safari・iPhone; nothing else of it is kept. */
export function deviceName(userAgent: string): string {
  const names = [nameIn(BROWSERS, userAgent), nameIn(SYSTEMS, userAgent)]
  return names.filter((name) => name !== undefined).join('・') || '其他裝置'
}

/** The recipient defaults that a member keeps (rule 53): a recipient without what belongs to one parcel. */
export const profileSchema = recipientSchema.omit({ note: true, pickupName: true })
export type Profile = Readonly<z.infer<typeof profileSchema>>

/** Profile fields that a member can edit: name, phone and recipient defaults except the e-mail. */
export const settingsSchema = z.object({
  name: singleLineText(60),
  phone: singleLineText(30),
  profile: profileSchema.omit({ email: true }),
})
export type MemberSettings = Readonly<z.infer<typeof settingsSchema>>

/** Trust level of an account. `LIMITS` holds every limit that depends on it. */
export type Standing = 'unverified' | 'verified' | 'customer'

const MINUTE = 60 * 1000
const HOUR = 60 * MINUTE

/** Limits of one standing; times in milliseconds. */
export type Limits = {
  /** Maximum pieces of stock in its holds at once; each counts until its time ends, unless its order was paid. */
  readonly heldPieces: number
  /** Duration of a hold. */
  readonly holdFor: number
  /** Maximum pieces in holds of a day. */
  readonly heldADay: number
  /** Minimum time between two holds; 0 for none. */
  readonly holdEvery: number
  /** Maximum unpaid orders at once. */
  readonly unpaidOrders: number
  /** Maximum orders an hour. */
  readonly ordersAnHour: number
  /** Whether it may ask for a copy of its personal data, or for their erasure. */
  readonly dataRequests: boolean
}

/** The one table of limits by standing (docs/rules.md, "Standing"). */
export const LIMITS: Readonly<Record<Standing, Limits>> = {
  unverified: {
    heldPieces: 5,
    heldADay: 5,
    holdFor: 30 * MINUTE,
    holdEvery: 24 * HOUR,
    unpaidOrders: 2,
    ordersAnHour: 10,
    dataRequests: false,
  },
  verified: {
    heldPieces: 10,
    heldADay: 20,
    holdFor: 60 * MINUTE,
    holdEvery: 0,
    unpaidOrders: Number.POSITIVE_INFINITY,
    ordersAnHour: 10,
    dataRequests: true,
  },
  customer: {
    heldPieces: 20,
    heldADay: 100,
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
 * Returns the standing. Google and Facebook verify an e-mail; a Facebook account without one is
 * unverified.
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
