import 'server-only'

import { isDeepStrictEqual } from 'node:util'

import { LIMITS } from '#lib/account/standing.ts'
import {
  database,
  type DocumentSnapshot,
  expiry,
  find,
  IN_LIMIT,
  inChunks,
  readDocuments,
  transact,
  type Transaction,
} from '#lib/adapters/firestore/database.ts'
import { isUnwritten } from '#lib/inventory/inventory-store.ts'
import {
  type AccountOrders,
  accountOrdersSchema,
  DAY,
  unitsIn,
  recentOrders,
  takeOver,
} from '#lib/order/account-reservations.ts'
import type { OrderStatus } from '#lib/order/order-status.ts'
import { orderQuery, ordersFrom } from '#lib/order/order-store.ts'
import type { Order } from '#lib/order/order.ts'
import { LIMIT_RETENTION_DAYS, ORDER_LIMITS } from '#lib/order/placement-store.ts'
import type { Reservation } from '#lib/order/reservation.ts'
import { defined } from '#lib/result.ts'
import { erasureReference } from './erasure-store.ts'

/** What an account's limits need to know of one of its orders. */
export type LimitedOrder = {
  readonly id: string
  readonly orderNumber: string
  readonly createdAt: string
  readonly status: OrderStatus
  /** The hold with which it began, and its units. */
  readonly reservation: Reservation | undefined
  readonly units: number
  readonly isUnverified: boolean
  /** When another order of the account took its place. */
  readonly replacedAt: string | undefined
}

/** What an account's limits need to know of an order; nothing of one that no account placed. */
export function limitedOrder(order: Order): LimitedOrder | undefined {
  const { id, orderNumber, createdAt, status, history } = order
  const [placed] = history
  if (order.uid === '' || order.manualSale || placed?.type !== 'order.placed') return undefined
  const { items = [], reservation } = placed.data
  const held = reservation && 'until' in reservation ? reservation.products : []
  const units = items.filter((item) => held.includes(item.id))
  const replaced = history.find(
    (event) => event.type === 'order.cancelled' && event.data.cause === 'replaced',
  )
  return {
    id,
    orderNumber,
    createdAt,
    status,
    reservation,
    units: units.reduce((sum, { quantity }) => sum + quantity, 0),
    isUnverified: order.emailUnverified === true,
    replacedAt: replaced?.at,
  }
}

type Reservations = Pick<AccountOrders, 'reservations' | 'reservedSince'>

// The holds after an order that began with this one, as its placement wrote them.
function reservationsAfter(
  { reservations, reservedSince }: Reservations,
  order: LimitedOrder,
  others: Reservations['reservations'],
): Reservations {
  const { id, reservation, units, createdAt } = order
  const left = reservations.filter((one) => !others.includes(one))
  const kept = reservedSince === undefined ? {} : { reservedSince }
  if (!reservation || !('until' in reservation))
    return { reservations: [...others, ...left], ...kept }
  const { until, firstTimeGroup = 'customer' } = reservation
  const more = unitsIn(left) - units
  const rest = more > 0 ? [{ id: left[0]?.id ?? '', units: more, until }] : []
  const since = reservedSince === undefined ? 0 : Date.parse(reservedSince)
  const isSame = Date.parse(createdAt) - since < LIMITS[firstTimeGroup].reservationEvery
  return {
    reservations: [...others, ...rest, { id, units, until }],
    reservedSince: isSame && reservedSince !== undefined ? reservedSince : createdAt,
  }
}

/** An account's orders of the last days with all that are unpaid, and when one of it was paid first. */
export type LimitedAccount = {
  readonly orders: readonly LimitedOrder[]
  readonly firstPaidAt?: string | undefined
}

/** An account's record counted anew: its orders placed again one after the other, as its limits counted them. */
export function countAccountOrders(
  { orders, firstPaidAt = '9999' }: LimitedAccount,
  now: Date,
): AccountOrders {
  const sorted = orders.toSorted((a, b) => a.createdAt.localeCompare(b.createdAt))
  let held: Reservations = { reservations: [] }
  let unpaid: readonly string[] = []
  for (const order of sorted) {
    const at = new Date(order.createdAt)
    const isReplaced = (id: string) =>
      sorted.some((one) => one.id === id && one.replacedAt === order.createdAt)
    const { reservations } = takeOver(held.reservations, isReplaced, at)
    held = reservationsAfter(held, order, reservations)
    const isLimited = order.isUnverified && order.createdAt <= firstPaidAt
    unpaid = isLimited ? [...unpaid, order.id] : []
  }
  const recent = recentOrders(
    sorted.map(({ createdAt }) => createdAt),
    now,
  )
  return { recent, unpaid, ...held }
}

/** In milliseconds: the longest time for which the start of a reservation counts. */
const RESERVATION_EVERY = Math.max(
  ...Object.values(LIMITS).map(({ reservationEvery }) => reservationEvery),
)

/**
 * An account's record without what its limits count no more at `now`: two records that say the same
 * are equal.
 */
export function lastingAccount(
  { recent, unpaid, reservations, reservedSince }: AccountOrders,
  statusOf: (id: string) => OrderStatus | undefined,
  now: Date,
): AccountOrders {
  const isPaid = (id: string) => {
    const status = statusOf(id)
    return status !== undefined && status !== '待付款' && status !== '已取消'
  }
  const lasts =
    reservedSince !== undefined && now.getTime() - Date.parse(reservedSince) < RESERVATION_EVERY
  return {
    recent: recentOrders(recent, now).toSorted(),
    unpaid: unpaid.filter((id) => statusOf(id) === '待付款').toSorted(),
    reservations: reservations
      .filter(({ id, until }) => Date.parse(until) > now.getTime() - DAY && !isPaid(id))
      .toSorted((a, b) => `${a.id} ${a.units}`.localeCompare(`${b.id} ${b.units}`)),
    ...(lasts ? { reservedSince } : {}),
  }
}

/** In milliseconds: longer than anything of a placed order counts for its account, but that it is unpaid. */
const LIMITED_FOR = 8 * DAY

/** Whether an order may still count for its account's limits. */
export function isLimiting({ status, createdAt }: Order, now: Date): boolean {
  return status === '待付款' || now.getTime() - Date.parse(createdAt) < LIMITED_FOR
}

// The orders of each account that its limits may count, or undefined if one of them can't be read.
async function readLimited(uids: readonly string[], now: Date) {
  const since = new Date(now.getTime() - LIMITED_FOR).toISOString()
  const docs = await inChunks(uids, IN_LIMIT, async (part) => {
    const own = orderQuery().where('uid', 'in', part)
    const found = await Promise.all([
      find("reading accounts' orders", own.where('createdAt', '>=', since).orderBy('createdAt')),
      find("reading accounts' unpaid orders", own.where('status', '==', '待付款')),
    ])
    return found.flat()
  })
  const unique = new Map(docs.map((doc) => [doc.id, doc]))
  const { orders, unreadable } = ordersFrom([...unique.values()])
  const unknown = new Set(unreadable.map((id) => String(unique.get(id)?.get('uid'))))
  return { byAccount: Map.groupBy(orders, ({ uid }) => uid), unknown }
}

const PAID: readonly OrderStatus[] = ['已付款', '已出貨', '已完成']

// When each account with an unproven e-mail paid first; only theirs matters. One read, and another for one that has paid.
async function readFirstPayments(byAccount: ReadonlyMap<string, readonly Order[]>) {
  const unproven = [...byAccount].filter(([, orders]) =>
    orders.some(({ emailUnverified }) => emailUnverified === true),
  )
  const users = unproven.map(([uid]) => database().collection('users').doc(uid))
  const found = await readDocuments('reading accounts', users)
  const payers = found.filter((documentSnapshot) => documentSnapshot.get('hasPaid') === true)
  const firsts = payers.map(async ({ id: uid }) => {
    const paid = orderQuery().where('uid', '==', uid).where('status', 'in', PAID)
    const docs = await find('finding a first payment', paid.orderBy('createdAt').limit(1))
    const own = [...ordersFrom(docs).orders, ...(byAccount.get(uid) ?? [])]
    return [uid, own.flatMap(({ paidAt }) => paidAt ?? []).toSorted()[0]] as const
  })
  return new Map(await Promise.all(firsts))
}

const NO_ORDERS: AccountOrders = { recent: [], unpaid: [], reservations: [] }

/** Records of accounts that were put right: the number of each one's newest order, empty without one; and how many were written meanwhile. */
export type RepairedLimits = { readonly repaired: readonly string[]; readonly unsettled: number }

/**
 * Compares the records by which the limits of these accounts are decided with their orders, and puts
 * them right. Reads the record and the orders of the last days of each. Throws DatabaseUnavailable.
 */
export async function repairOrderLimits(
  uids: readonly string[],
  now: Date,
): Promise<RepairedLimits> {
  const accounts = [...new Set(uids)].filter((uid) => uid !== '')
  // Read before the orders: a record that is written after this moment is not repaired.
  const records = await readDocuments(
    "reading accounts' records",
    accounts.map((uid) => database().collection(ORDER_LIMITS).doc(uid)),
  )
  const { byAccount, unknown } = await readLimited(accounts, now)
  const payments = await readFirstPayments(byAccount)
  const repaired: string[] = []
  let unsettled = 0
  for (const seen of records) {
    const uid = seen.id
    if (unknown.has(uid)) continue
    const own = byAccount.get(uid) ?? []
    const orders = own.flatMap((order) => limitedOrder(order) ?? [])
    const statuses = new Map(orders.map(({ id, status }) => [id, status]))
    const lasting = (record: AccountOrders) => lastingAccount(record, (id) => statuses.get(id), now)
    const firstPaidAt = payments.get(uid)
    const counted = lasting(countAccountOrders({ orders, firstPaidAt }, now))
    const stored = lasting(seen.exists ? accountOrdersSchema.parse(seen.data()) : NO_ORDERS)
    if (isDeepStrictEqual(stored, counted)) continue
    const outcome = await repairAccountRecord(uid, { seen, counted }, now)
    const newest = orders.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))[0]
    if (outcome === 'repaired') repaired.push(newest?.orderNumber ?? '')
    if (outcome === 'moving') unsettled += 1
  }
  return { repaired, unsettled }
}

/**
 * Stores an account's record anew, unless it was written since `seen` was read, as every placement
 * does in its own transaction (`moving`), or its account is gone. Throws DatabaseUnavailable.
 */
export async function repairAccountRecord(
  uid: string,
  {
    seen,
    counted,
  }: { readonly seen: DocumentSnapshot | undefined; readonly counted: AccountOrders },
  now: Date,
): Promise<'repaired' | 'moving' | 'gone'> {
  const reference = database().collection(ORDER_LIMITS).doc(uid)
  return transact("repairing an account's record", async (tx: Transaction) => {
    const [record, erasure] = await tx.getAll(reference, erasureReference(uid))
    if (erasure?.exists) return 'gone' as const
    if (!isUnwritten(record, { writtenAt: seen?.updateTime })) return 'moving' as const
    const { reservedSince, ...account } = counted
    tx.set(reference, {
      ...account,
      ...defined({ reservedSince }),
      ...expiry(now.getTime(), LIMIT_RETENTION_DAYS),
    })
    return 'repaired' as const
  })
}
