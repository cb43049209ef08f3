import 'server-only'

import { dataRequests, dataRequestsOf } from '#lib/account/account-store.ts'
import type { DataRequest, DataRequestKind } from '#lib/account/data-request.ts'
import { provenAddress, type ProvenAddress } from '#lib/account/proven-address.ts'
import { memberFacts } from '#lib/adapters/firebase-auth/sessions.ts'
import {
  type Application,
  applicationMailIds,
  applicationsOfAddress,
  removeApplication,
} from '#lib/join/application.ts'
import type { MailDraft } from '#lib/mail/mail.ts'
import { isMailEnabled, removeMailsById, writeMailOnce } from '#lib/mail/outbox-store.ts'
import type { MailKind } from '#lib/mail/placeholders.ts'
import type { Order } from '#lib/order/order.ts'
import {
  alertMailIds,
  alertsOfAddress,
  changeStockAlert,
  type StockAlert,
} from '#lib/stock-alert/stock-alert.ts'
import { isEmail } from '#lib/text/plain-text.ts'
import { type Erasure, erasureOf } from './customer.ts'
import { allOrdersOfAccount, ordersNaming, ordersUnderEmail } from './erasure-store.ts'

const REQUEST_WORDS: Readonly<Record<DataRequestKind, string>> = {
  export: '一份自己的資料複本',
  erase: '刪除自己的資料',
}

const OUTCOME_WORDS: Readonly<Record<DataRequestKind, string>> = {
  export: '資料複本會另外寄到這個信箱。',
  erase: '帳號與可以刪除的資料都刪除了；法律要保存的訂單，保存期滿就刪除。',
}

/** A mail about a request of a member's, once for each request; none where the member has no e-mail. */
export function dataRequestMails(
  { uid, email, kind, askedAt }: DataRequest,
  step: 'requested' | 'done',
): readonly MailDraft[] {
  const values = {
    data_request: REQUEST_WORDS[kind],
    ...(step === 'done' ? { data_outcome: OUTCOME_WORDS[kind] } : {}),
  }
  const draft = (of: MailKind): MailDraft => {
    const event = `${of}-${kind}-${uid}-${askedAt.slice(0, 10)}`
    return { id: event, event, kind: of, values }
  }
  const to = { address: email, name: '' }
  return [
    ...(email === '' ? [] : [{ ...draft(`data-${step}`), to }]),
    ...(step === 'requested' ? [draft('owner-data-request')] : []),
  ]
}

/** Writes the mails of a step of these requests into the outbox, each once. Throws DatabaseUnavailable. */
export async function writeDataRequestMails(
  requests: readonly DataRequest[],
  step: 'requested' | 'done',
  now: Date,
): Promise<void> {
  if (!isMailEnabled()) return
  for (const draft of requests.flatMap((request) => dataRequestMails(request, step))) {
    await writeMailOnce(draft, now)
  }
}

type Member = NonNullable<Awaited<ReturnType<typeof memberFacts>>>

// Without an account, orders and requests identify the uids; an e-mail may have had several.
async function uidsOf(customer: string, member: Member | undefined): Promise<readonly string[]> {
  if (member) return [member.uid]
  const email = isEmail(customer) ? provenAddress({ email: customer, by: 'owner' }) : undefined
  if (email === undefined) return [customer]
  const [orders, requests] = await Promise.all([ordersUnderEmail(email), dataRequestsOf({ email })])
  const newest = orders.toSorted((one, other) => other.createdAt.localeCompare(one.createdAt))
  const uids = [...newest, ...requests].map(({ uid }) => uid).filter((uid) => uid !== '')
  return [...new Set(uids)]
}

/**
 * A person by account uid, existing or deleted. `others` are further accounts with the same e-mail.
 */
export type Person = {
  readonly uid: string
  readonly email: string
  readonly member: Member | undefined
  readonly others: readonly string[]
  readonly orders: readonly Order[]
  readonly requests: Awaited<ReturnType<typeof dataRequestsOf>>
}

/** The person behind an e-mail or a uid, with all their orders, the newest first; undefined when nothing is kept. */
export async function findPerson(customer: string): Promise<Person | undefined> {
  const member = await memberFacts(customer)
  const [uid, ...others] = await uidsOf(customer, member)
  if (uid === undefined) return undefined
  const [orders, requests] = await Promise.all([allOrdersOfAccount(uid), dataRequestsOf({ uid })])
  if (!member && orders.length + requests.length === 0) return undefined
  const email = member?.email ?? orders[0]?.email ?? requests[0]?.email ?? ''
  return { uid, email, member, others, orders, requests }
}

/** Data of a recipient in others' orders, without who placed them. */
export type NamedOn = {
  readonly placedAt: string
  readonly recipient: Order['recipient']
}

/** Orders of others that name a person as recipient, by verified e-mail alone. */
export async function namedOn({ member, uid }: Person): Promise<readonly NamedOn[]> {
  const email = member && provenAddress(member)
  if (email === undefined) return []
  const orders = await ordersNaming(email)
  return orders
    .filter((order) => order.uid !== uid)
    .map(({ createdAt, recipient }) => ({
      placedAt: createdAt,
      recipient: { ...recipient, note: '' },
    }))
}

/** Data from forms without an account, by the typed address. */
export type VisitorData = {
  readonly applications: readonly Application[]
  readonly stockAlerts: readonly StockAlert[]
}

// An e-mail that a member did not prove may be somebody else's. An address without a member is the owner's to answer for:
// members are sought by uid.
function addressOf(customer: string, person: Person | undefined): ProvenAddress | undefined {
  if (person?.member) return provenAddress(person.member)
  return isEmail(customer) ? provenAddress({ email: customer, by: 'owner' }) : undefined
}

/** Whether nothing was left. */
export function isEmpty({ applications, stockAlerts }: VisitorData): boolean {
  return applications.length + stockAlerts.length === 0
}

/** Returns a customer's form data by their address. Throws DatabaseUnavailable. */
export async function formsOf(customer: string, person?: Person): Promise<VisitorData> {
  const email = addressOf(customer, person)
  if (email === undefined) return { applications: [], stockAlerts: [] }
  const [applications, stockAlerts] = await Promise.all([
    applicationsOfAddress(email),
    alertsOfAddress(email),
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

/** An order of a customer, by its document and its number, and what an erasure does with it. */
export type CustomerOrder = {
  readonly id: string
  readonly number: string
  readonly erasure: Erasure
}

/**
 * Effect of an erasure by account, open orders first. `others` are further accounts with the same
 * e-mail.
 */
export type CustomerSummary = {
  readonly email: string
  readonly uid: string
  readonly hasAccount: boolean
  /** Whether the e-mail is proven to be the member's. */
  readonly isProven: boolean
  readonly others: readonly string[]
  readonly orderCount: number
  readonly orders: readonly CustomerOrder[]
}

/** Maximum orders listed by number. */
export const MOST_NAMED = 50

export function plannedOrders(orders: readonly Order[], now: Date): readonly CustomerOrder[] {
  const planned = orders.map((order) => ({
    id: order.id,
    number: order.orderNumber,
    erasure: erasureOf(order, now),
  }))
  const isOpen = ({ erasure }: CustomerOrder) => erasure.kind === 'open'
  return planned.toSorted((one, other) => Number(isOpen(other)) - Number(isOpen(one)))
}

/** Returns a customer's data by e-mail or uid; undefined when there is none. Throws DatabaseUnavailable. */
export async function findCustomer(
  customer: string,
  now = new Date(),
): Promise<CustomerSummary | undefined> {
  const person = await findPerson(customer)
  if (!person) {
    if (isEmpty(await formsOf(customer))) return undefined
    // Somebody without account and orders, who wrote on a form.
    const account = { uid: '', hasAccount: false, isProven: false, others: [] }
    return { email: customer, ...account, orderCount: 0, orders: [] }
  }
  const { uid, email, member, others, orders } = person
  return {
    uid,
    email,
    hasAccount: member !== undefined,
    isProven: member !== undefined && provenAddress(member) !== undefined,
    others,
    orderCount: orders.length,
    orders: plannedOrders(orders, now).slice(0, MOST_NAMED),
  }
}

/** Returns the members' open requests about their data, the oldest first. Throws DatabaseUnavailable. */
export function findRequests(): Promise<readonly DataRequest[]> {
  return dataRequests()
}
