import 'server-only'

import {
  dataRequestsOf,
  answerDataRequests,
  dataRequests,
  removeMemberDocuments,
  removeSessions,
} from '../account/account-store.ts'
import type { DataRequestKind, DataRequest } from '../account/account.ts'
import { provenAddress, type ProvenAddress } from '../account/proven-address.ts'
import { memberFacts, removeMember } from '../adapters/firebase-auth/sessions.ts'
import { readProgress, saveProgress } from '../adapters/firestore/database.ts'
import {
  applicationsOfAddress,
  removeApplication,
  type Application,
  applicationMailIds,
} from '../join/application.ts'
import { logFailure, log } from '../log/log.ts'
import type { MailDraft } from '../mail/mail.ts'
import { writeMailOnce, isMailEnabled, removeMailsById, removeMails } from '../mail/outbox-store.ts'
import type { MailKind } from '../mail/placeholders.ts'
import type { OwnerContext, ChangeContext } from '../order/events.ts'
import { capturedAt } from '../order/movements.ts'
import { changeOrder } from '../order/order-store.ts'
import type { Order } from '../order/order.ts'
import {
  alertsOfAddress,
  changeStockAlert,
  alertMailIds,
  type StockAlert,
} from '../stock-alert/stock-alert.ts'
import { isEmail } from '../text/plain-text.ts'
import { type Erasure, erasureOf, eraseOrder } from './customer.ts'
import {
  allOrdersOfAccount,
  ordersNaming,
  ordersUnderEmail,
  type ErasureRun,
  saveErasure,
  cancelledBetween,
  dueErasures,
  ordersOfAccount,
} from './erasure-store.ts'

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

/** Result of an erasure: whether an account was removed, and the effect on each order; `isDone` once all is erased. */
export type ErasureResult = {
  readonly hadAccount: boolean
  readonly isDone: boolean
  readonly orderCount: number
  readonly orders: readonly CustomerOrder[]
}

/** Time budget of an erasure in milliseconds; the sweep continues the rest. */
const FIRST_BUDGET = 15_000

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
  if (!person) {
    if (isEmpty(forms)) return undefined
    await removeVisitorData(forms)
    return { hadAccount: false, isDone: true, orderCount: 0, orders: [] }
  }
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
  const { dueAt } = await continueErasure(run, at, FIRST_BUDGET)
  const erasures = requests.filter(({ kind }) => kind === 'erase')
  await writeDataRequestMails(erasures, 'done', at)
  await answerDataRequests({ uid }, ['export', 'erase'])
  return { hadAccount: member !== undefined, isDone: dueAt === undefined, ...result }
}

/** Returns the members' open requests about their data, the oldest first. Throws DatabaseUnavailable. */
export function findRequests(): Promise<readonly DataRequest[]> {
  return dataRequests()
}

const ERASURES_A_SWEEP = 3
const SWEEP_BUDGET = 5_000
const UNPAID_A_SWEEP = 50
const DAY = 24 * 60 * 60 * 1000

/** Days after which a cancelled unpaid order is anonymized. */
export const UNPAID_KEPT_DAYS = 90

// Unpaid orders end within three days, so older ones need one check.
async function clearUnpaidOrders(now: Date): Promise<void> {
  const from = await readProgress('cleared-unpaid')
  const until = new Date(now.getTime() - UNPAID_KEPT_DAYS * DAY).toISOString()
  const orders = await cancelledBetween({ from: from ?? '', until }, UNPAID_A_SWEEP)
  for (const { id } of orders) {
    await changeOrder(id, (stored) => {
      const erasure = erasureOf(stored, now)
      const isCleared = stored.uid === '' || capturedAt(stored) !== undefined
      if (isCleared || erasure.kind !== 'erased') return undefined
      return eraseOrder(erasure, { by: 'sweep', now })
    })
  }
  const last = orders.at(-1)
  if (last) await saveProgress('cleared-unpaid', last.createdAt)
}

/**
 * Continues due erasures and anonymizes cancelled unpaid orders after 90 days. Run by the sweep.
 * Throws nothing.
 */
export async function continueErasures(now: Date): Promise<void> {
  try {
    for (const run of await dueErasures(now, ERASURES_A_SWEEP))
      await continueErasure(run, now, SWEEP_BUDGET)
    await clearUnpaidOrders(now)
  } catch (error) {
    logFailure('erasures', error)
  }
}

/** Anonymizes a deleted account's unpaid orders; the sweep continues the rest. */
export async function eraseUnpaid(uid: string, now: Date): Promise<void> {
  const startedAt = now.toISOString()
  const run: ErasureRun = {
    uid,
    scope: 'unpaid',
    by: uid,
    startedAt,
    hasOpen: false,
    dueAt: startedAt,
  }
  await saveErasure(run)
  await continueErasure(run, now, SWEEP_BUDGET)
}

/**
 * Repeats erasures after a restore and returns their number; the sweep continues long ones. Throws
 * DatabaseUnavailable.
 */
export async function eraseAgain(runs: readonly ErasureRun[], now: Date): Promise<number> {
  for (const { uid, scope, by, startedAt } of runs) {
    const dueAt = now.toISOString()
    const run: ErasureRun = { uid, scope, by, startedAt, hasOpen: false, dueAt }
    await saveErasure(run)
    await endAccount(uid)
    await continueErasure(run, now, SWEEP_BUDGET)
  }
  return runs.length
}

const ORDERS_A_STEP = 100
const ERASED_AT_ONCE = 10

/** Interval between checks of open orders in an erasure, in milliseconds. */
const OPEN_ORDERS_WAIT = 6 * 60 * 60 * 1000

/** Returns the effect of an erasure of this scope; `open` when it has to wait, undefined when the order stays. */
export function erasureIn(
  scope: ErasureRun['scope'],
  order: Order,
  now: Date,
): Erasure | undefined {
  const isPaid = capturedAt(order) !== undefined || order.payment?.review !== undefined
  return scope === 'unpaid' && isPaid ? undefined : erasureOf(order, now)
}

// An order that the law keeps lost its notes only; it is erased once the years are over.
function isDone({ history }: Order, { kind }: Erasure): boolean {
  return history.some(({ type, data }) => type === 'person.erased' && data.extent === kind)
}

/** Returns the erasure that is due now; undefined when done, kept or still open. */
function dueErasure(scope: ErasureRun['scope'], order: Order, now: Date): Erasure | undefined {
  const erasure = erasureIn(scope, order, now)
  if (erasure === undefined || erasure.kind === 'open' || isDone(order, erasure)) return undefined
  return erasure
}

/** Takes the person from orders that are over, and the mails about them. Returns whether one was passed over. */
async function eraseBatch(
  orders: readonly Order[],
  scope: ErasureRun['scope'],
  context: ChangeContext,
): Promise<boolean> {
  const due = orders.flatMap((order) => (dueErasure(scope, order, context.now) ? [order.id] : []))
  // Mails are found by the orders, and after the next step the orders may not be found.
  await removeMails(due)
  for (let start = 0; start < due.length; start += ERASED_AT_ONCE) {
    await Promise.all(
      due.slice(start, start + ERASED_AT_ONCE).map((id) =>
        changeOrder(id, (stored) => {
          const erasure = dueErasure(scope, stored, context.now)
          return erasure && eraseOrder(erasure, context)
        }),
      ),
    )
  }
  return orders.some((order) => erasureIn(scope, order, context.now)?.kind === 'open')
}

// One whole pass ends it, unless an order was not over: then another follows later.
function afterPass(run: ErasureRun, now: Date): ErasureRun {
  const { cursor: _cursor, dueAt: _dueAt, ...rest } = run
  if (!run.hasOpen) return rest
  return {
    ...rest,
    hasOpen: false,
    dueAt: new Date(now.getTime() + OPEN_ORDERS_WAIT).toISOString(),
  }
}

async function eraseNext(run: ErasureRun, context: ChangeContext): Promise<ErasureRun> {
  const { orders, next } = await ordersOfAccount(run.uid, {
    after: run.cursor,
    limit: ORDERS_A_STEP,
  })
  const hasOpen = (await eraseBatch(orders, run.scope, context)) || run.hasOpen
  const passed = { ...run, hasOpen }
  const after = next === undefined ? afterPass(passed, context.now) : { ...passed, cursor: next }
  await saveErasure(after)
  return after
}

/**
 * Continues an erasure in batches for about `ms` and stores its progress. Done when `dueAt` is
 * gone. Throws DatabaseUnavailable.
 */
export async function continueErasure(
  begun: ErasureRun,
  now: Date,
  enough: number,
): Promise<ErasureRun> {
  const began = performance.now()
  const by = begun.scope === 'all' ? 'owner' : 'member'
  // An order without a person names no account again, also not the one that asked.
  const isOwn = begun.by === begun.uid
  const context: ChangeContext = { by, now, ...(isOwn ? {} : { who: begun.by }) }
  let run = await eraseNext(begun, context)
  while (run.cursor !== undefined && performance.now() - began < enough) {
    run = await eraseNext(run, context)
  }
  const isDone = run.dueAt === undefined
  if (run.cursor === undefined) log('erasure', { person: run.uid, scope: run.scope, done: isDone })
  return run
}
