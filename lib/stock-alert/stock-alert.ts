import type { MailDraft } from '../mail/mail.ts'
import { z } from 'zod'
import { SIZES } from '../product/sizes.ts'
import { isEmail, typedEmail } from '../text/plain-text.ts'
import { singleLineText } from '../text/text-schemas.ts'

// A renewed alert has its own mails.
function mailId(kind: string, { id, createdAt }: StockAlert): string {
  return `${kind}-${id}-${Date.parse(createdAt)}`
}

/** The ids of the mails that an alert may have in the outbox. */
export function alertMailIds(alert: StockAlert): readonly string[] {
  return [mailId('stock-alert-confirm', alert), mailId('back-in-stock', alert)]
}

/** The mail with the link by which its address confirms an alert. */
export function alertConfirmMail(alert: StockAlert, title: string, confirmUrl: string): MailDraft {
  const kind = 'stock-alert-confirm'
  const id = mailId(kind, alert)
  const values = { product_title: title, alert_size: alert.size, confirm_url: confirmUrl }
  return { id, event: id, kind, to: { address: alert.email, name: '' }, values }
}

/** The one mail that an alert is for: the size is back. */
export function backInStockMail(alert: StockAlert, title: string, productUrl: string): MailDraft {
  const kind = 'back-in-stock'
  const id = mailId(kind, alert)
  const values = { product_title: title, alert_size: alert.size, product_url: productUrl }
  return { id, event: id, kind, to: { address: alert.email, name: '' }, values }
}

/** A stock alert request. */
export const stockAlertFieldsSchema = z.strictObject({
  product: singleLineText(60),
  size: z.enum(SIZES),
  email: singleLineText(254)
    .overwrite((typed) => typedEmail(typed).toLowerCase())
    .refine(isEmail),
})
export type StockAlertFields = Readonly<z.output<typeof stockAlertFieldsSchema>>

/**
 * Document stock_alerts/{id}, per address, product and size. `confirmedAt` is set on confirmation
 * (ISO 8601, UTC).
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

/** Retention of unconfirmed and confirmed alerts, in days. */
export const ALERT_DAYS = { unconfirmed: 7, confirmed: 365 } as const

/** The most mails with a link that an address gets within a day, and the most alerts that it has. */
export const ALERT_LIMITS = { mailsPerDay: 3, alerts: 10 } as const

/** Alerts per available piece and run. */
const TOLD_PER_PIECE = 3

/** Maximum alerts per size and run. */
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

/** Returns what a request does given an address's alerts: store, already stored, or too many. */
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

/** Returns the alerts to send for the pieces; Infinity without a limit. */
export function toldAtOnce(pieces: number): number {
  return Math.min(TOLD_PER_RUN, pieces * TOLD_PER_PIECE)
}
