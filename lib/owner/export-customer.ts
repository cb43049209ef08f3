import 'server-only'

import { answerDataRequests, memberDocuments, sessionRecords } from '#lib/account/account-store.ts'
import { storedMails } from '#lib/mail/outbox-store.ts'
import { documentOf } from '#lib/order/apply.ts'
import type { Order } from '#lib/order/order.ts'
import type { CopyForm } from './copy-form.ts'
import { copyPage } from './copy-page.ts'
import type { CustomerCopy } from './copy-sections.ts'
import { writeDataRequestMails } from './data-request-mails.ts'
import { findPerson, namedOn } from './find-person.ts'
import { formsOf, isEmpty } from './visitor-data.ts'

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

/** Reads all that is kept about a customer, by e-mail or uid, or undefined if nothing is. Throws DatabaseUnavailable. */
export async function readCopy(customer: string, now: Date): Promise<CustomerCopy | undefined> {
  const person = await findPerson(customer)
  const forms = await formsOf(customer, person)
  const exportedAt = now.toISOString()
  if (!person) {
    if (isEmpty(forms)) return undefined
    const none = { documents: {}, sessions: [], orders: [], mails: [], requests: [], namedOn: [] }
    return { exportedAt, uid: '', email: customer, account: null, ...none, ...forms }
  }
  const { uid, email, member, orders, requests } = person
  const [documents, sessions, mails, named] = await Promise.all([
    member ? memberDocuments(uid) : {},
    sessionRecords(uid),
    storedMails(orders.map(({ id }) => id)),
    namedOn(person),
  ])
  return {
    exportedAt,
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
 * Exports a customer's data in a form, with the order count, or undefined if nothing is kept. Closes
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
  if (copy.uid !== '') await answerDataRequests({ uid: copy.uid }, ['export'])
  const file = form === 'page' ? copyPage(copy) : copyText(copy)
  return { file, orders: copy.orders.length }
}
