import 'server-only'

import { type ProvenAddress, provenAddress } from '#lib/account/proven-address.ts'
import type { GivenHalf } from '#lib/half/given-half.ts'
import { halvesOfAddress, halvesOfMember } from '#lib/half/half-store.ts'
import { removeHalves } from '#lib/half/withdraw-half.ts'
import {
  type Application,
  applicationMailIds,
  applicationsOfAddress,
  removeApplication,
} from '#lib/join/application.ts'
import { removeMailsById } from '#lib/mail/outbox-store.ts'
import {
  alertMailIds,
  alertsOfAddress,
  changeStockAlert,
  type StockAlert,
} from '#lib/stock-alert/stock-alert.ts'
import { isEmail } from '#lib/text/plain-text.ts'
import type { Person } from './find-person.ts'

/** Data from forms without an account, by the typed address. */
export type VisitorData = {
  readonly applications: readonly Application[]
  readonly stockAlerts: readonly StockAlert[]
  readonly halves: readonly GivenHalf[]
}

// An e-mail that a member did not prove may be somebody else's. An address without a member is the owner's to answer for:
// members are sought by uid.
function addressOf(customer: string, person: Person | undefined): ProvenAddress | undefined {
  if (person?.member) return provenAddress(person.member)
  return isEmail(customer) ? provenAddress({ email: customer, by: 'owner' }) : undefined
}

/** Whether nothing was left. */
export function isEmpty({ applications, stockAlerts, halves }: VisitorData): boolean {
  return applications.length + stockAlerts.length + halves.length === 0
}

/** Returns a customer's form data by their address. Throws DatabaseUnavailable. */
export async function formsOf(customer: string, person?: Person): Promise<VisitorData> {
  const email = addressOf(customer, person)
  const ofMember = person ? await halvesOfMember(person.uid) : []
  if (email === undefined) return { applications: [], stockAlerts: [], halves: ofMember }
  const [applications, stockAlerts, ofAddress] = await Promise.all([
    applicationsOfAddress(email),
    alertsOfAddress(email),
    halvesOfAddress(email),
  ])
  const halves = new Map([...ofMember, ...ofAddress].map((half) => [half.id, half]))
  return { applications, stockAlerts, halves: [...halves.values()] }
}

/** Removes what an address left on forms, with the mails about it that wait in the outbox. */
export async function removeVisitorData(
  { applications, stockAlerts, halves }: VisitorData,
  now: Date,
): Promise<void> {
  await removeMailsById([
    ...applications.flatMap(applicationMailIds),
    ...stockAlerts.flatMap(alertMailIds),
  ])
  await removeHalves(halves, now)
  await Promise.all(applications.map(({ id }) => removeApplication(id)))
  await Promise.all(stockAlerts.map(({ id }) => changeStockAlert(id, () => ({ alert: undefined }))))
}
