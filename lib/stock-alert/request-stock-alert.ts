import 'server-only'

import { changeStockAlert, createStockAlert, isMailEnabled } from '../adapters/firestore/outbox.ts'
import { log } from '../log/log.ts'
import { findProduct } from '../product/find-products.ts'
import { fail, ok, type Result } from '../result.ts'
import { settings } from '../settings/env.ts'
import { hashedId, isKeyOf, type MailedLink, newMailedKey } from '../mail/mailed-key.ts'
import { STOCK_ALERT_PATH } from '../routes/paths.ts'
import { answerRequest, hasExpired, type StockAlert, type StockAlertFields } from './stock-alert.ts'
import { alertConfirmMail } from './stock-alert-mails.ts'

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
