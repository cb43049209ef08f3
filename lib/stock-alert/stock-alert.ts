import 'server-only'

import { z } from 'zod'

import type { ProvenAddress } from '#lib/account/proven-address.ts'
import {
  type DocumentSnapshot,
  type Transaction,
  database,
  expiry,
  transact,
  find,
  countOf,
} from '#lib/adapters/firestore/database.ts'
import { readReservedStock } from '#lib/inventory/inventory-store.ts'
import { availableUnits, type ReservedStockByProduct } from '#lib/inventory/stock.ts'
import { log } from '#lib/log/log.ts'
import type { MailDraft } from '#lib/mail/mail.ts'
import { hashedId, isKeyOf, type MailedLink, newMailedKey } from '#lib/mail/mailed-links.ts'
import { writeMails, queueForSending, isMailEnabled } from '#lib/mail/outbox-store.ts'
import { sweepDue, sweepTask } from '#lib/operation/operation.ts'
import { availability, isOnSale } from '#lib/product/availability.ts'
import { findProduct, findProducts } from '#lib/product/find-products.ts'
import type { Product } from '#lib/product/product.ts'
import { SIZES, type Size } from '#lib/product/sizes.ts'
import { fail, ok, type Result } from '#lib/result.ts'
import { STOCK_ALERT_PATH, productPath } from '#lib/routes/paths.ts'
import { settings } from '#lib/settings/env.ts'
import { isEmail, typedEmail } from '#lib/text/plain-text.ts'
import { singleLineText } from '#lib/text/text-schemas.ts'

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

/** Alerts per available unit and run. */
const ALERTS_PER_UNIT = 3

/** Maximum alerts per size and run. */
const ALERTS_PER_RUN = 50

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

/** Returns the alerts to send for the units; Infinity without a limit. */
export function alertsAtOnce(units: number): number {
  return Math.min(ALERTS_PER_RUN, units * ALERTS_PER_UNIT)
}

const stockAlerts = () => database().collection('stock_alerts')

function alertFrom(document: DocumentSnapshot): StockAlert | undefined {
  return stockAlertSchema.safeParse({ ...document.data(), id: document.id }).data
}

const alertsFrom = (docs: readonly DocumentSnapshot[]) =>
  docs.flatMap((document) => alertFrom(document) ?? [])
const ofAddress = (email: string) => stockAlerts().where('email', '==', email)

function write(tx: Transaction, alert: StockAlert): void {
  const { id, ...fields } = alert
  const { createdAt, confirmedAt } = alert
  const kept =
    confirmedAt === undefined
      ? expiry(createdAt, ALERT_DAYS.unconfirmed)
      : expiry(confirmedAt, ALERT_DAYS.confirmed)
  tx.set(stockAlerts().doc(id), { ...fields, ...kept })
}

/**
 * Stores an alert and its mail if `decide` returns 'store'. One transaction. Throws
 * DatabaseUnavailable.
 */
export async function createStockAlert<Answer extends string>(
  alert: StockAlert,
  mail: MailDraft,
  decide: (alerts: readonly StockAlert[]) => Answer | 'store',
): Promise<Answer | 'store'> {
  const answer = await transact('storing a stock alert', async (tx: Transaction) => {
    const answer = decide(alertsFrom((await tx.get(ofAddress(alert.email))).docs))
    if (answer !== 'store') return answer
    write(tx, alert)
    writeMails(tx, [mail], new Date(alert.createdAt))
    return answer
  })
  if (answer === 'store') queueForSending([mail])
  return answer
}

/** Change of a stored alert: keep it, or end it, with an optional mail. */
export type AlertChange =
  | { readonly alert: StockAlert }
  | { readonly alert: undefined; readonly mail?: MailDraft }

/**
 * Changes or ends an alert and writes its mail. Returns the previous alert, or undefined without a
 * change.
 */
export async function changeStockAlert(
  id: string,
  change: (stored: StockAlert) => AlertChange | undefined,
): Promise<StockAlert | undefined> {
  const reference = stockAlerts().doc(id)
  const { stored, mails } = await transact('changing a stock alert', async (tx: Transaction) => {
    const stored = alertFrom(await tx.get(reference))
    const next = stored && change(stored)
    if (!next) return { stored: undefined, mails: [] }
    if (next.alert) {
      write(tx, next.alert)
      return { stored, mails: [] }
    }
    const mails = next.mail ? [next.mail] : []
    tx.delete(reference)
    writeMails(tx, mails, new Date())
    return { stored, mails }
  })
  queueForSending(mails)
  return stored
}

/** Whether anybody waits for anything at all; one read. Throws DatabaseUnavailable. */
export async function hasWaitingAlerts(): Promise<boolean> {
  const query = stockAlerts().orderBy('confirmedAt').limit(1)
  return (await find('looking for stock alerts', query)).length > 0
}

const waitingFor = (product: string, size: Size) =>
  stockAlerts().where('product', '==', product).where('size', '==', size).orderBy('confirmedAt')

/** The confirmed alerts about a size of a product, the oldest first, at most so many; one query. */
export async function waitingAlerts(
  product: string,
  size: Size,
  limit: number,
): Promise<readonly StockAlert[]> {
  const query = waitingFor(product, size).limit(limit)
  return alertsFrom(await find('reading stock alerts', query))
}

/** Counts the alerts for a size with one query. Throws DatabaseUnavailable. */
export async function countWaiting(product: string, size: Size): Promise<number> {
  return countOf('counting stock alerts', waitingFor(product, size))
}

/** The alerts of an address, confirmed or not. Throws DatabaseUnavailable. */
export async function alertsOfAddress(email: ProvenAddress): Promise<readonly StockAlert[]> {
  return alertsFrom(await find("finding an address's alerts", ofAddress(email.toLowerCase())))
}

/**
 * Stores a stock alert and mails its confirmation. Repeats send no mail. Throws
 * DatabaseUnavailable.
 */
export async function requestStockAlert(
  fields: StockAlertFields,
  now: Date,
): Promise<Result<null, 'unknown' | 'too-many' | 'no-mail'>> {
  if (!isMailEnabled()) return fail('no-mail')
  const product = await findProduct(fields.product)
  if (!product?.sizes.includes(fields.size)) return fail('unknown')
  const { key, keyHash } = newMailedKey()
  const id = hashedId(fields.email, fields.product, fields.size)
  const alert = { ...fields, id, keyHash, createdAt: now.toISOString() }
  const { NEXT_PUBLIC_SITE_URL: site } = settings()
  const confirmUrl = new URL(`${STOCK_ALERT_PATH}#${alert.id}.${key}`, site).href
  const mail = alertConfirmMail(alert, product.title, confirmUrl)
  const answer = await createStockAlert(alert, mail, (alerts) =>
    answerRequest(alert.id, alerts, now),
  )
  if (answer === 'too-often') return fail('too-many')
  log('stock-alert', { state: answer })
  return ok(null)
}

/** Texts of an alert's product. */
export type AlertText = { readonly title: string; readonly size: string }

function isOpenedBy(alert: StockAlert, key: string, now: Date): boolean {
  return isKeyOf(alert.keyHash, key) && !hasExpired(alert, now)
}

async function eventText(alert: StockAlert | undefined): Promise<Result<AlertText, 'gone'>> {
  const product = alert && (await findProduct(alert.product))
  return product ? ok({ title: product.title, size: alert.size }) : fail('gone')
}

/**
 * Confirms a mailed alert; idempotent. `gone` for an invalid or finished link. Throws
 * DatabaseUnavailable.
 */
export async function confirmStockAlert(
  { id, key }: MailedLink,
  now: Date,
): Promise<Result<AlertText, 'gone'>> {
  const alert = await changeStockAlert(id, (stored) =>
    isOpenedBy(stored, key, now)
      ? { alert: { ...stored, confirmedAt: stored.confirmedAt ?? now.toISOString() } }
      : undefined,
  )
  return eventText(alert)
}

/** Ends the alert that a mailed link names, confirmed or not; otherwise as `confirmStockAlert`. */
export async function cancelStockAlert(
  { id, key }: MailedLink,
  now: Date,
): Promise<Result<AlertText, 'gone'>> {
  const alert = await changeStockAlert(id, (stored) =>
    isOpenedBy(stored, key, now) ? { alert: undefined } : undefined,
  )
  return eventText(alert)
}

type Moment = { readonly taken: ReservedStockByProduct; readonly now: Date }

function leftOf(product: Product, size: Size, { taken, now }: Moment): number {
  const is = availability(product, now)
  if (!isOnSale(is)) return 0
  const preorder = is === 'preorder' ? { preorder: {} } : {}
  return availableUnits(product, taken.get(product.id) ?? { stock: 0, preorder: 0 }, {
    size,
    ...preorder,
  })
}

// Ends the alert and writes its mail in one transaction, so a repeat sends none.
async function tell({ id }: StockAlert, { title }: Product, now: Date): Promise<boolean> {
  const told = await changeStockAlert(id, (stored) => {
    if (stored.confirmedAt === undefined) return undefined
    if (hasExpired(stored, now)) return { alert: undefined }
    const path = `${productPath(stored.product)}?size=${stored.size}`
    const url = new URL(path, settings().NEXT_PUBLIC_SITE_URL).href
    return { alert: undefined, mail: backInStockMail(stored, title, url) }
  })
  return told !== undefined && !hasExpired(told, now)
}

/**
 * Mails alerts of available sizes, three per unit a run, and returns the count. Throws
 * DatabaseUnavailable.
 */
export async function sendStockAlerts(now: Date): Promise<number> {
  if (!isMailEnabled() || !(await hasWaitingAlerts())) return 0
  const products = await findProducts(now)
  const taken = await readReservedStock(products.map(({ id }) => id))
  const alerts = products.flatMap((product) =>
    product.sizes.map((size) => ({ id: `${product.id} ${size}`, product, size })),
  )
  let written = 0
  const task = sweepTask<(typeof alerts)[number]>({
    name: 'stock-alert',
    isOneBatch: true,
    due: () => Promise.resolve({ items: alerts }),
    step: async ({ product, size }) => {
      const max = alertsAtOnce(leftOf(product, size, { taken, now }))
      if (max <= 0) return 'same'
      const waiting = await waitingAlerts(product.id, size, max)
      const isNotified = await Promise.all(waiting.map((alert) => tell(alert, product, now)))
      const told = isNotified.filter(Boolean).length
      written += told
      return told > 0 ? 'moved' : 'same'
    },
  })
  await sweepDue([task], Infinity)
  if (written > 0) log('stock-alert', { state: 'notified', mails: written })
  return written
}

/** Counts a product's alerts by size. Throws DatabaseUnavailable. */
export async function countStockAlerts(
  product: Pick<Product, 'id' | 'sizes'>,
): Promise<ReadonlyMap<Size, number>> {
  const counts = await Promise.all(
    product.sizes.map(async (size) => [size, await countWaiting(product.id, size)] as const),
  )
  return new Map(counts)
}
