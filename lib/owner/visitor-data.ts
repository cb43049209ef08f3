import 'server-only'

import { applicationsOfAddress, removeApplication } from '../adapters/firestore/applications.ts'
import { removeMailsById } from '../adapters/firestore/outbox.ts'
import { alertsOfAddress, changeStockAlert } from '../adapters/firestore/stock-alerts.ts'
import type { Application } from '../join/application.ts'
import { applicationMailIds } from '../join/join-mails.ts'
import { alertMailIds } from '../stock-alert/stock-alert-mails.ts'
import type { StockAlert } from '../stock-alert/stock-alert.ts'

/** What somebody left on forms that need no account, by the address that they typed. */
export type VisitorData = {
  readonly applications: readonly Application[]
  readonly stockAlerts: readonly StockAlert[]
}

/** What an address left on forms; nothing for an empty one. Throws DatabaseUnavailable. */
export async function visitorDataOf(email: string): Promise<VisitorData> {
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
