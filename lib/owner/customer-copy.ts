import 'server-only'

import {
  answerDataRequests,
  memberDocuments,
  type SessionRecord,
  sessionRecords,
} from '../account/session-store.ts'
import { storedMails } from '../mail/outbox-store.ts'
import { writeDataRequestMails } from '../mail/send-mails.ts'
import { documentOf } from '../order/apply.ts'
import type { Order } from '../order/order.ts'
import type { CopyForm } from './copy-form.ts'
import { copyPage } from './copy-page.ts'
import {
  findPerson,
  formsOf,
  isEmpty,
  type NamedOn,
  namedOn,
  type Person,
  type VisitorData,
} from './customer-data.ts'

/** All that the shop keeps about a person; `documents` are those under the account's uid, by their collection. */
export type CustomerCopy = VisitorData & {
  readonly exportedAt: string
  readonly uid: string
  readonly email: string
  readonly account: Person['member'] | null
  readonly documents: Readonly<Record<string, unknown>>
  readonly sessions: readonly SessionRecord[]
  readonly orders: readonly Order[]
  readonly mails: readonly object[]
  readonly requests: Person['requests']
  readonly namedOn: readonly NamedOn[]
}

/** A copy as the text of a file, with the number of its orders. */
export type CopyFile = { readonly file: string; readonly orders: number }

// Who of the shop did something, and what was noted for the shop alone, is not the customer's.
function sharedOrder(order: Order): Order {
  const history = order.history.flatMap((event) => {
    if (event.type === 'note.added') return []
    if (event.by !== 'owner') return [event]
    const { who: _who, ...shared } = event
    return [shared]
  })
  return { ...order, history }
}

function formsAlone(email: string, forms: VisitorData, now: Date): CustomerCopy {
  const none = { documents: {}, sessions: [], orders: [], mails: [], requests: [], namedOn: [] }
  return { exportedAt: now.toISOString(), uid: '', email, account: null, ...none, ...forms }
}

/** Reads all that is kept about a customer, by e-mail or uid; undefined where nothing is. Throws DatabaseUnavailable. */
export async function readCopy(customer: string, now: Date): Promise<CustomerCopy | undefined> {
  const person = await findPerson(customer)
  const forms = await formsOf(customer, person)
  if (!person) return isEmpty(forms) ? undefined : formsAlone(customer, forms, now)
  const { uid, email, member, orders, requests } = person
  const [documents, sessions, mails, named] = await Promise.all([
    member ? memberDocuments(uid) : {},
    sessionRecords(uid),
    storedMails(orders.map(({ id }) => id)),
    namedOn(person),
  ])
  return {
    exportedAt: now.toISOString(),
    uid,
    email,
    account: member ?? null,
    documents,
    sessions,
    orders: orders.map(sharedOrder),
    mails,
    requests,
    namedOn: named,
    ...forms,
  }
}

function copyText({ documents, orders, ...copy }: CustomerCopy): string {
  // As they are stored.
  const stored = orders.map((order) => ({ id: order.id, ...documentOf(order) }))
  return `${JSON.stringify({ ...copy, ...documents, orders: stored }, undefined, 2)}\n`
}

/**
 * Exports a customer's data in a form, with the order count; undefined where nothing is kept. Closes
 * their request for a copy. Throws DatabaseUnavailable.
 */
export async function exportCustomer(
  customer: string,
  now: Date,
  form: CopyForm,
): Promise<CopyFile | undefined> {
  const copy = await readCopy(customer, now)
  if (!copy) return undefined
  const asked = copy.requests.filter(({ kind }) => kind === 'export')
  await writeDataRequestMails(asked, 'done', now)
  if (copy.uid !== '') await answerDataRequests({ uid: copy.uid, email: '' }, ['export'])
  const file = form === 'page' ? copyPage(copy) : copyText(copy)
  return { file, orders: copy.orders.length }
}
