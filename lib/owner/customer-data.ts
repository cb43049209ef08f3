import 'server-only'

import { memberFacts, removeMember } from '../adapters/firebase-auth/members.ts'
import {
  answerDataRequests,
  dataRequests,
  dataRequestsOf,
  memberDocuments,
  removeMemberDocuments,
} from '../adapters/firestore/members.ts'
import { removeMails, storedMails } from '../adapters/firestore/outbox.ts'
import {
  ordersOfCustomer,
  ordersReturning,
  rewriteOrder,
} from '../adapters/firestore/owner-orders.ts'
import type { Order } from '../order/order.ts'
import { erasedOrder, type Erasure, erasureOf } from './customer.ts'
import { changeContext, type OwnerContext } from './change-numbered-order.ts'
import { openReturn } from '../order/returns.ts'
import { isEmail } from '../site/plain-text.ts'
import type { DataRequest } from '../account/account.ts'
import { removeVisitorData, visitorDataOf } from './visitor-data.ts'

// A customer is asked for by e-mail or by uid. Requests may have outlived the account and the orders.
async function found(customer: string) {
  const member = await memberFacts(customer)
  const given = isEmail(customer) ? { email: customer, uid: '' } : { email: '', uid: customer }
  const person = { email: given.email || (member?.email ?? ''), uid: member?.uid ?? given.uid }
  const [orders, requests, forms] = await Promise.all([
    ordersOfCustomer(person),
    dataRequestsOf(person),
    visitorDataOf(person.email),
  ])
  const newest = orders.toSorted((one, other) => other.createdAt.localeCompare(one.createdAt))
  const left = [orders, requests, forms.applications, forms.stockAlerts]
  const isKnown = member !== undefined || left.some(({ length }) => length > 0)
  return isKnown ? { person, member, orders: newest, requests, forms } : undefined
}

/**
 * Everything that the shop keeps about a customer (an e-mail or a uid), as one JSON text, with the number of
 * orders; undefined when it keeps nothing. Closes the customer's request for it. Throws DatabaseUnavailable.
 */
export async function exportCustomer(
  customer: string,
  now: Date,
): Promise<{ readonly file: string; readonly orders: number } | undefined> {
  const known = await found(customer)
  if (!known) return undefined
  const { person, member, orders, requests, forms } = known
  const documents = member ? await memberDocuments(member.uid) : {}
  const mails = await storedMails(orders.map(({ id }) => id))
  const kept = {
    exportedAt: now.toISOString(),
    ...person,
    account: member ?? null,
    ...documents,
    orders,
    mails,
    requests,
    ...forms,
  }
  await answerDataRequests(person, ['export'])
  return { file: `${JSON.stringify(kept, undefined, 2)}\n`, orders: orders.length }
}

/**
 * What the shop keeps of a customer: an account or none, and what an erasure would do with each order.
 * E-mail and uid are empty where they are not known.
 */
export type CustomerSummary = {
  readonly email: string
  readonly uid: string
  readonly hasAccount: boolean
  readonly orders: readonly CustomerOrder[]
}

/** An order of a customer, by its document and its number, and what an erasure does with it. */
export type CustomerOrder = {
  readonly id: string
  readonly number: string
  readonly erasure: Erasure
}

function toldOrder(order: Order, now: Date): CustomerOrder {
  return { id: order.id, number: order.orderId, erasure: erasureOf(order, now) }
}

/** What the shop keeps of a customer (an e-mail or a uid); undefined when that is nothing. Throws DatabaseUnavailable. */
export async function findCustomer(
  customer: string,
  now = new Date(),
): Promise<CustomerSummary | undefined> {
  const known = await found(customer)
  if (!known) return undefined
  const { person, member, orders } = known
  const told = orders.map((order) => toldOrder(order, now))
  return { ...person, hasAccount: member !== undefined, orders: told }
}

/** What an erasure did: whether an account was removed, and what it did with each order. */
export type Erased = {
  readonly hadAccount: boolean
  readonly orders: readonly CustomerOrder[]
}

/**
 * Erases what the shop keeps about a customer (an e-mail or a uid) and the law does not make it keep: the account
 * with all its documents, the mails, the requests, and the person on every order that need not be kept. A repeat
 * continues where it stopped. Nothing is erased while an order is still open; the answer says which.
 * Throws DatabaseUnavailable.
 */
export async function eraseCustomer(
  customer: string,
  context: OwnerContext,
): Promise<Erased | undefined> {
  const known = await found(customer)
  if (!known) return undefined
  const { person, member, orders, forms } = known
  const told = orders.map((order) => toldOrder(order, context.at))
  const isOpen = told.some(({ erasure }) => erasure.kind === 'open')
  if (isOpen) return { hadAccount: false, orders: told }
  await removeVisitorData(forms)
  // Mails are found by the orders, and after the next step the orders may not be found.
  await removeMails(orders.map(({ id }) => id))
  for (const { id } of orders) {
    await rewriteOrder(id, (stored) =>
      erasedOrder(stored, erasureOf(stored, context.at), changeContext(context)),
    )
  }
  if (member) {
    await removeMemberDocuments(member.uid)
    await removeMember(member.uid)
  }
  await answerDataRequests(person, ['export', 'erase'])
  return { hadAccount: member !== undefined, orders: told }
}

/** Open requests of members, the oldest first: returns, and requests about their data. */
export type MemberRequests = {
  readonly returns: readonly Order[]
  readonly data: readonly DataRequest[]
}

const askedAt = (order: Order) => openReturn(order)?.askedAt ?? ''

/** Reads what members have asked of the shop. Throws DatabaseUnavailable. */
export async function findRequests(): Promise<MemberRequests> {
  const [orders, data] = await Promise.all([ordersReturning(), dataRequests()])
  const returns = orders.toSorted((one, other) => askedAt(one).localeCompare(askedAt(other)))
  return { returns, data }
}
