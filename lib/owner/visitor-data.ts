import 'server-only'

import { applicationsOfAddress, removeApplication } from '../adapters/firestore/applications.ts'
import { removeMailsById } from '../adapters/firestore/outbox.ts'
import { alertsOfAddress, changeStockAlert } from '../adapters/firestore/stock-alerts.ts'
import type { Application } from '../join/application.ts'
import { applicationMailIds } from '../join/join-mails.ts'
import { alertMailIds } from '../stock-alert/stock-alert-mails.ts'
import type { StockAlert } from '../stock-alert/stock-alert.ts'
import { isEmail } from '../text/plain-text.ts'
import { isProven, type Person } from './find-person.ts'

/** Data from forms without an account, by the typed address. */
export type VisitorData = {
  readonly applications: readonly Application[]
  readonly stockAlerts: readonly StockAlert[]
}

// An e-mail that a member did not prove may be somebody else's.
function addressOf(customer: string, person: Person | undefined): string {
  if (person?.member) return isProven(person.member) ? person.member.email : ''
  return isEmail(customer) ? customer : ''
}

/** Whether nothing was left. */
export function isEmpty({ applications, stockAlerts }: VisitorData): boolean {
  return applications.length + stockAlerts.length === 0
}

/** Returns a customer's form data by their address. Throws DatabaseUnavailable. */
export async function formsOf(customer: string, person?: Person): Promise<VisitorData> {
  const email = addressOf(customer, person)
  if (email === '') return { applications: [], stockAlerts: [] }
  // Both forms store an address in small letters.
  const address = email.toLowerCase()
  const [applications, stockAlerts] = await Promise.all([
    applicationsOfAddress(address),
    alertsOfAddress(address),
  ])
  return { applications, stockAlerts }
}

/** Removes what an address left on forms, with the mails about it that wait in the outbox. */
export async function removeVisitorData({ applications, stockAlerts }: VisitorData): Promise<void> {
  await removeMailsById([
    ...applications.flatMap(applicationMailIds),
    ...stockAlerts.flatMap(alertMailIds),
  ])
  await Promise.all(applications.map(({ id }) => removeApplication(id)))
  await Promise.all(stockAlerts.map(({ id }) => changeStockAlert(id, () => ({ alert: undefined }))))
}
