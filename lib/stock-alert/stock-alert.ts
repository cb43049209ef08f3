import { z } from 'zod'

import { isMailAddress } from '../mail/mail-address.ts'
import { SIZES } from '../product/sizes.ts'
import { singleLineText } from '../site/plain-text.ts'

/** What a shopper sends to be told when a size of a product is back. */
export const stockAlertFieldsSchema = z.strictObject({
  product: singleLineText(60),
  size: z.enum(SIZES),
  email: singleLineText(254)
    .overwrite((typed) => typed.normalize('NFKC').toLowerCase())
    .refine(isMailAddress),
})
export type StockAlertFields = Readonly<z.output<typeof stockAlertFieldsSchema>>

/**
 * The document stock_alerts/{id}, one for each address, product and size. `keyHash` is the SHA-256 of
 * the key in the mailed link. Times are ISO 8601 in UTC; `confirmedAt` is there once the link was used.
 */
export const stockAlertSchema = z.object({
  id: z.string(),
  product: z.string(),
  size: z.enum(SIZES),
  email: z.string(),
  keyHash: z.string(),
  createdAt: z.iso.datetime(),
  confirmedAt: z.iso.datetime().optional(),
})
export type StockAlert = Readonly<z.infer<typeof stockAlertSchema>>

/** How many days an alert is kept that nobody confirmed, and one that was confirmed. */
export const ALERT_DAYS = { unconfirmed: 7, confirmed: 365 } as const

/** The most mails with a link that an address gets within a day, and the most alerts that it has. */
export const ALERT_LIMITS = { mailsPerDay: 3, alerts: 10 } as const

/** How many people are told of each piece that is there; a later run tells the next. */
const TOLD_PER_PIECE = 3

/** The most people that one run of the sweep tells of a size. */
const TOLD_PER_RUN = 50

const DAY = 24 * 60 * 60_000

function age({ createdAt }: StockAlert, now: Date): number {
  return now.getTime() - Date.parse(createdAt)
}

/** Whether an alert has outlived its days, although the database has not removed it yet. */
export function hasExpired(alert: StockAlert, now: Date): boolean {
  const { confirmedAt } = alert
  if (confirmedAt === undefined) return age(alert, now) >= ALERT_DAYS.unconfirmed * DAY
  return now.getTime() - Date.parse(confirmedAt) >= ALERT_DAYS.confirmed * DAY
}

/**
 * What becomes of a request when an address has these alerts: it is stored with a mail, is there
 * already and needs none, or comes too often.
 */
export function answerRequest(
  id: string,
  alerts: readonly StockAlert[],
  now: Date,
): 'store' | 'known' | 'too-often' {
  const kept = alerts.filter((alert) => !hasExpired(alert, now))
  const own = kept.find((alert) => alert.id === id)
  if (own?.confirmedAt !== undefined) return 'known'
  const lately = kept.filter((alert) => age(alert, now) < DAY)
  if (own && lately.includes(own)) return 'known'
  const others = kept.filter((alert) => alert.id !== id)
  const isFull = others.length >= ALERT_LIMITS.alerts || lately.length >= ALERT_LIMITS.mailsPerDay
  return isFull ? 'too-often' : 'store'
}

/** How many people are told at once of so many pieces; Infinity where nothing limits them. */
export function toldAtOnce(pieces: number): number {
  return Math.min(TOLD_PER_RUN, pieces * TOLD_PER_PIECE)
}
