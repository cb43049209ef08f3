import 'server-only'

import { isMailEnabled } from '../mail/outbox-store.ts'
import {
  changeStockAlert,
  createStockAlert,
  countWaiting,
  hasWaitingAlerts,
  waitingAlerts,
} from './alert-store.ts'
import { log } from '../log/log.ts'
import { findProduct, findProducts } from '../product/find-products.ts'
import { fail, ok, type Result } from '../result.ts'
import { settings } from '../settings/env.ts'
import { hashedId, isKeyOf, type MailedLink, newMailedKey } from '../mail/mailed-key.ts'
import { STOCK_ALERT_PATH, productPath } from '../routes/paths.ts'
import {
  answerRequest,
  hasExpired,
  type StockAlert,
  type StockAlertFields,
  alertConfirmMail,
  toldAtOnce,
  backInStockMail,
} from './stock-alert.ts'
import { readTaken } from '../order/stock-store.ts'
import { piecesLeft, type TakenPieces } from '../order/stock.ts'
import { availability, isOnSale } from '../product/availability.ts'
import type { Product } from '../product/product.ts'
import type { Size } from '../product/sizes.ts'
import { sweepDue, sweepTask } from '../operation/operation.ts'

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
export type AlertWords = { readonly title: string; readonly size: string }

function isOpenedBy(alert: StockAlert, key: string, now: Date): boolean {
  return isKeyOf(alert.keyHash, key) && !hasExpired(alert, now)
}

async function wordsOf(alert: StockAlert | undefined): Promise<Result<AlertWords, 'gone'>> {
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
): Promise<Result<AlertWords, 'gone'>> {
  const alert = await changeStockAlert(id, (stored) =>
    isOpenedBy(stored, key, now)
      ? { alert: { ...stored, confirmedAt: stored.confirmedAt ?? now.toISOString() } }
      : undefined,
  )
  return wordsOf(alert)
}

/** Ends the alert that a mailed link names, confirmed or not; otherwise as `confirmStockAlert`. */
export async function cancelStockAlert(
  { id, key }: MailedLink,
  now: Date,
): Promise<Result<AlertWords, 'gone'>> {
  const alert = await changeStockAlert(id, (stored) =>
    isOpenedBy(stored, key, now) ? { alert: undefined } : undefined,
  )
  return wordsOf(alert)
}

type Moment = { readonly taken: TakenPieces; readonly now: Date }

function leftOf(product: Product, size: Size, { taken, now }: Moment): number {
  const is = availability(product, now)
  if (!isOnSale(is)) return 0
  const preorder = is === 'preorder' ? { preorder: {} } : {}
  return piecesLeft(product, taken.get(product.id) ?? { stock: 0, preorder: 0 }, {
    size,
    ...preorder,
  })
}

// Ends the alert and writes its mail in one transaction, so a repeat sends none.
async function tell({ id }: StockAlert, { title }: Product, now: Date): Promise<boolean> {
  const result = await changeStockAlert(id, (stored) => {
    if (stored.confirmedAt === undefined) return undefined
    if (hasExpired(stored, now)) return { alert: undefined }
    const path = `${productPath(stored.product)}?size=${stored.size}`
    const url = new URL(path, settings().NEXT_PUBLIC_SITE_URL).href
    return { alert: undefined, mail: backInStockMail(stored, title, url) }
  })
  return result !== undefined && !hasExpired(result, now)
}

async function tellOfSize(product: Product, size: Size, moment: Moment): Promise<number> {
  const most = toldAtOnce(leftOf(product, size, moment))
  if (most <= 0) return 0
  const alerts = await waitingAlerts(product.id, size, most)
  const isNotified = await Promise.all(alerts.map((alert) => tell(alert, product, moment.now)))
  return isNotified.filter(Boolean).length
}

/**
 * Mails alerts of available sizes, three per piece a run, and returns the count. Throws
 * DatabaseUnavailable.
 */
export async function sendStockAlerts(now: Date): Promise<number> {
  if (!isMailEnabled() || !(await hasWaitingAlerts())) return 0
  const products = await findProducts(now)
  const taken = await readTaken(products.map(({ id }) => id))
  const alerts = products.flatMap((product) =>
    product.sizes.map((size) => ({ id: `${product.id} ${size}`, product, size })),
  )
  let written = 0
  const task = sweepTask<(typeof alerts)[number]>({
    name: 'stock-alert',
    isOneBatch: true,
    due: () => Promise.resolve({ items: alerts }),
    step: async ({ product, size }) => {
      const told = await tellOfSize(product, size, { taken, now })
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
