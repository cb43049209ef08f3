import 'server-only'

import type { DataRequest } from '../account/account.ts'
import { removeMember } from '../adapters/firebase-auth/members.ts'
import { type ErasureRun, saveErasure } from '../adapters/firestore/erasures.ts'
import {
  answerDataRequests,
  dataRequests,
  memberDocuments,
  removeMemberDocuments,
} from '../adapters/firestore/members.ts'
import { storedMails } from '../adapters/firestore/outbox.ts'
import { removeSessions, sessionRecords } from '../adapters/firestore/sessions.ts'
import { documentOf } from '../adapters/firestore/stored-order.ts'
import type { Order } from '../order/order.ts'
import type { OwnerContext } from './owner-context.ts'
import { type Erasure, erasureOf } from './customer.ts'
import { continueErasure } from './erase-orders.ts'
import { writeDataRequestMails } from '../mail/send-mails.ts'
import { findPerson, isProven, namedOn } from './find-person.ts'
import { formsOf, isEmpty, removeVisitorData, type VisitorData } from './visitor-data.ts'

function exportFile(kept: object, orders: readonly Order[], now: Date) {
  const text = JSON.stringify({ exportedAt: now.toISOString(), ...kept }, undefined, 2)
  return { file: `${text}\n`, orders: orders.length }
}

/**
 * Exports a customer's data as JSON with the order count, or undefined. Closes their request.
 * Throws DatabaseUnavailable.
 */
export async function exportCustomer(
  customer: string,
  now: Date,
): Promise<{ readonly file: string; readonly orders: number } | undefined> {
  const person = await findPerson(customer)
  const forms = await formsOf(customer, person)
  if (!person)
    return isEmpty(forms) ? undefined : exportFile({ email: customer, ...forms }, [], now)
  const { uid, email, member, orders, requests } = person
  const [documents, sessions, mails, named] = await Promise.all([
    member ? memberDocuments(uid) : {},
    sessionRecords(uid),
    storedMails(orders.map(({ id }) => id)),
    namedOn(person),
  ])
  const kept = {
    uid,
    email,
    account: member ?? null,
    ...documents,
    sessions,
    // As they are stored.
    orders: orders.map((order) => ({ id: order.id, ...documentOf(order) })),
    mails,
    requests,
    namedOn: named,
    ...forms,
  }
  const exports = requests.filter(({ kind }) => kind === 'export')
  await writeDataRequestMails(exports, 'done', now)
  await answerDataRequests({ uid, email: '' }, ['export'])
  return exportFile(kept, orders, now)
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
const MOST_NAMED = 50

function plannedOrders(orders: readonly Order[], now: Date): readonly CustomerOrder[] {
  const planned = orders.map((order) => ({
    id: order.id,
    number: order.orderNumber,
    erasure: erasureOf(order, now),
  }))
  const isOpen = ({ erasure }: CustomerOrder) => erasure.kind === 'open'
  return planned.toSorted((one, other) => Number(isOpen(other)) - Number(isOpen(one)))
}

// Somebody without account and orders, who wrote on a form.
function formsAlone(email: string): CustomerSummary {
  const account = { uid: '', hasAccount: false, isProven: false, others: [] }
  return { email, ...account, orderCount: 0, orders: [] }
}

/** Returns a customer's data by e-mail or uid; undefined when there is none. Throws DatabaseUnavailable. */
export async function findCustomer(
  customer: string,
  now = new Date(),
): Promise<CustomerSummary | undefined> {
  const person = await findPerson(customer)
  if (!person) return isEmpty(await formsOf(customer)) ? undefined : formsAlone(customer)
  const { uid, email, member, others, orders } = person
  return {
    uid,
    email,
    hasAccount: member !== undefined,
    isProven: member !== undefined && isProven(member),
    others,
    orderCount: orders.length,
    orders: plannedOrders(orders, now).slice(0, MOST_NAMED),
  }
}

/** Result of an erasure: whether an account was removed, and the effect on each order; `isDone` once all is erased. */
export type ErasureResult = {
  readonly hadAccount: boolean
  readonly isDone: boolean
  readonly orderCount: number
  readonly orders: readonly CustomerOrder[]
}

async function eraseForms(forms: VisitorData): Promise<ErasureResult> {
  await removeVisitorData(forms)
  return { hadAccount: false, isDone: true, orderCount: 0, orders: [] }
}

/** Time budget of an erasure in milliseconds; the sweep continues the rest. */
const ENOUGH = 15_000

/** Ends an account with all that is kept under its id but orders; what is gone already is fine. */
export async function endAccount(uid: string): Promise<void> {
  await removeMemberDocuments(uid)
  await removeMember(uid)
  await removeSessions(uid)
}

/**
 * Erases a customer's data that the law does not require. Refuses while an order is open; the sweep
 * continues. Throws DatabaseUnavailable.
 */
export async function eraseCustomer({
  customer,
  context: { by, at },
}: {
  readonly customer: string
  readonly context: OwnerContext
}): Promise<ErasureResult | undefined> {
  const person = await findPerson(customer)
  const forms = await formsOf(customer, person)
  if (!person) return isEmpty(forms) ? undefined : eraseForms(forms)
  const { uid, member, orders, requests } = person
  const planned = plannedOrders(orders, at)
  const result = { orderCount: orders.length, orders: planned.slice(0, MOST_NAMED) }
  const isOpen = planned.some(({ erasure }) => erasure.kind === 'open')
  if (isOpen) return { hadAccount: false, isDone: false, ...result }
  const startedAt = at.toISOString()
  const run: ErasureRun = { uid, scope: 'all', by, startedAt, hasOpen: false, dueAt: startedAt }
  await saveErasure(run)
  await removeVisitorData(forms)
  await endAccount(uid)
  const { dueAt } = await continueErasure(run, at, ENOUGH)
  const erasures = requests.filter(({ kind }) => kind === 'erase')
  await writeDataRequestMails(erasures, 'done', at)
  await answerDataRequests({ uid, email: '' }, ['export', 'erase'])
  return { hadAccount: member !== undefined, isDone: dueAt === undefined, ...result }
}

/** Returns the members' open requests about their data, the oldest first. Throws DatabaseUnavailable. */
export function findRequests(): Promise<readonly DataRequest[]> {
  return dataRequests()
}
