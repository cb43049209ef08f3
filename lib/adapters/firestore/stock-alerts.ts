import 'server-only'

import type { DocumentSnapshot, QuerySnapshot, Transaction } from 'firebase-admin/firestore'

import type { MailDraft } from '../../mail/mail.ts'
import type { Size } from '../../product/sizes.ts'
import { ALERT_DAYS, type StockAlert, stockAlertSchema } from '../../stock-alert/stock-alert.ts'
import { database, expiry, withDeadline } from './database.ts'
import { queueForSending, writeMails } from './outbox.ts'

const stockAlerts = () => database().collection('stock_alerts')

function alertFrom(document: DocumentSnapshot): StockAlert | undefined {
  return stockAlertSchema.safeParse({ ...document.data(), id: document.id }).data
}

const alertsFrom = ({ docs }: QuerySnapshot) =>
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
  const call = database().runTransaction(async (tx: Transaction) => {
    const answer = decide(alertsFrom(await tx.get(ofAddress(alert.email))))
    if (answer !== 'store') return answer
    write(tx, alert)
    writeMails(tx, [mail], new Date(alert.createdAt))
    return answer
  })
  const answer = await withDeadline('storing a stock alert', call)
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
  const call = database().runTransaction(async (tx: Transaction) => {
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
  const { stored, mails } = await withDeadline('changing a stock alert', call)
  queueForSending(mails)
  return stored
}

/** Whether anybody waits for anything at all; one read. Throws DatabaseUnavailable. */
export async function hasWaitingAlerts(): Promise<boolean> {
  const query = stockAlerts().orderBy('confirmedAt').limit(1)
  return !(await withDeadline('looking for stock alerts', query.get())).empty
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
  return alertsFrom(await withDeadline('reading stock alerts', query.get()))
}

/** Counts the alerts for a size with one query. Throws DatabaseUnavailable. */
export async function countWaiting(product: string, size: Size): Promise<number> {
  const call = waitingFor(product, size).count().get()
  return (await withDeadline('counting stock alerts', call)).data().count
}

/** The alerts of an address, confirmed or not. Throws DatabaseUnavailable. */
export async function alertsOfAddress(email: string): Promise<readonly StockAlert[]> {
  return alertsFrom(await withDeadline("finding an address's alerts", ofAddress(email).get()))
}
