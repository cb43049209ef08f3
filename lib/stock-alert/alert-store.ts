import 'server-only'

import {
  type DocumentSnapshot,
  type Transaction,
  database,
  expiry,
  transact,
  find,
  countOf,
} from '../adapters/firestore/database.ts'
import type { MailDraft } from '../mail/mail.ts'
import { writeMails, queueForSending } from '../mail/outbox-store.ts'
import type { Size } from '../product/sizes.ts'
import { type StockAlert, stockAlertSchema, ALERT_DAYS } from './stock-alert.ts'

const stockAlerts = () => database().collection('stock_alerts')

function alertFrom(document: DocumentSnapshot): StockAlert | undefined {
  return stockAlertSchema.safeParse({ ...document.data(), id: document.id }).data
}

const alertsFrom = (docs: readonly DocumentSnapshot[]) =>
  docs.flatMap((document) => alertFrom(document) ?? [])
const ofAddress = (email: string) => stockAlerts().where('email', '==', email)

function keptFor({ createdAt, confirmedAt }: StockAlert) {
  return confirmedAt === undefined
    ? expiry(createdAt, ALERT_DAYS.unconfirmed)
    : expiry(confirmedAt, ALERT_DAYS.confirmed)
}

function write(tx: Transaction, alert: StockAlert): void {
  const { id, ...fields } = alert
  tx.set(stockAlerts().doc(id), { ...fields, ...keptFor(alert) })
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
export async function alertsOfAddress(email: string): Promise<readonly StockAlert[]> {
  return alertsFrom(await find("finding an address's alerts", ofAddress(email)))
}
