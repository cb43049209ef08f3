import 'server-only'

import { memberFacts, removeMember } from '../adapters/firebase-auth/members.ts'
import {
  answerDataRequests,
  dataRequests,
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
import type { DataRequest } from '../account/account.ts'

async function found(email: string) {
  const member = await memberFacts(email)
  const orders = await ordersOfCustomer({ email, uid: member?.uid })
  const newest = orders.toSorted((one, other) => other.createdAt.localeCompare(one.createdAt))
  return { member, orders: newest }
}

/**
 * Everything that the shop keeps about a customer, as one JSON text, with the number of orders;
 * undefined when it keeps nothing. Closes the customer's request for it. Throws DatabaseUnavailable.
 */
export async function exportCustomer(
  email: string,
  now: Date,
): Promise<{ readonly file: string; readonly orders: number } | undefined> {
  const { member, orders } = await found(email)
  if (!member && orders.length === 0) return undefined
  const documents = member ? await memberDocuments(member.uid) : {}
  const mails = await storedMails(orders.map(({ id }) => id))
  const kept = {
    exportedAt: now.toISOString(),
    email,
    account: member ?? null,
    ...documents,
    orders,
    mails,
  }
  await answerDataRequests(email, ['export'])
  return { file: `${JSON.stringify(kept, undefined, 2)}\n`, orders: orders.length }
}

/** What the shop keeps of a customer: an account or none, and what an erasure would do with each order. */
export type CustomerSummary = {
  readonly email: string
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

/** What the shop keeps of a customer; undefined when that is nothing. Throws DatabaseUnavailable. */
export async function findCustomer(
  email: string,
  now = new Date(),
): Promise<CustomerSummary | undefined> {
  const { member, orders } = await found(email)
  if (!member && orders.length === 0) return undefined
  const told = orders.map((order) => toldOrder(order, now))
  return { email, hasAccount: member !== undefined, orders: told }
}

/** What an erasure did: whether an account was removed, and what it did with each order. */
export type Erased = {
  readonly hadAccount: boolean
  readonly orders: readonly CustomerOrder[]
}

/**
 * Erases what the shop keeps about a customer and the law does not make it keep: the account with all its
 * documents, the mails, and the person on every order that need not be kept. A repeat continues where it
 * stopped. Nothing is erased while an order is still open; the answer says which. Throws DatabaseUnavailable.
 */
export async function eraseCustomer(
  email: string,
  context: OwnerContext,
): Promise<Erased | undefined> {
  const { member, orders } = await found(email)
  if (!member && orders.length === 0) return undefined
  const told = orders.map((order) => toldOrder(order, context.at))
  const isOpen = told.some(({ erasure }) => erasure.kind === 'open')
  if (isOpen) return { hadAccount: false, orders: told }
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
  await answerDataRequests(email, ['export', 'erase'])
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
