import { type App, deleteApp, initializeApp } from 'firebase-admin/app'
import { type DocumentSnapshot, type Firestore, getFirestore } from 'firebase-admin/firestore'
import { z } from 'zod'

import {
  type CaptureAtPaypal,
  isLive,
  type OrderAtPaypal,
} from '../../e2e/support/paypal-control.ts'

const storedSchema = z.object({
  id: z.string(),
  orderId: z.string(),
  uid: z.string(),
  email: z.string().default(''),
  recipient: z.object({ email: z.string() }).default({ email: '' }),
  status: z.string(),
  totalAmount: z.number(),
  createdAt: z.string(),
  paidAt: z.string().optional(),
  cancelledAt: z.string().optional(),
  items: z.array(z.object({ quantity: z.number() })).catch([]),
  restocked: z.array(z.number()).optional(),
  shipment: z.object({ carrier: z.string(), trackingNumber: z.string() }).optional(),
  invoicing: z.object({ number: z.string().optional() }).optional(),
  paymentDetails: z.object({ id: z.string(), amount: z.number() }).optional(),
  payment: z
    .object({
      state: z.string(),
      references: z.array(z.string()),
      captureId: z.string().optional(),
      refundedAmount: z.number(),
      review: z.object({ reason: z.string() }).optional(),
      refundRequests: z.array(z.object({ state: z.string() })).default([]),
      refunds: z.array(z.object({ id: z.string(), kind: z.string().default('refund') })),
      disputes: z.array(z.object({ id: z.string(), state: z.string() })).default([]),
      attempts: z.array(
        z.object({
          state: z.string(),
          reference: z.string().optional(),
          refusals: z.number(),
          captureAttempt: z.number(),
          reason: z.string().optional(),
        }),
      ),
    })
    .optional(),
  check: z.object({ at: z.string(), urgent: z.boolean(), looks: z.number() }).optional(),
  history: z
    .array(z.object({ at: z.string(), type: z.string(), data: z.object({}).loose() }))
    .default([]),
})

/** An order as the shop's database has it. */
export type StoredOrder = z.infer<typeof storedSchema>

// Longer than the shop waits before it asks for money again.
const LONG = 3 * 60 * 1000
const WHEN_SENT: ReadonlySet<string> = new Set(['sentAt', 'unchangedAt', 'notBefore'])
const WHEN_BOOKED: ReadonlySet<string> = new Set(['sentAt', 'missingAt'])

/** When sweeps look at an order's payment, parcel and invoice. */
const CHECKS = ['check.at', 'parcelCheckAt', 'invoiceCheckAt'] as const

/** The same with every time at which something was sent some minutes earlier. */
function ageValue(value: unknown, names = WHEN_SENT, name = ''): unknown {
  if (typeof value === 'string')
    return names.has(name) ? new Date(Date.parse(value) - LONG).toISOString() : value
  if (Array.isArray(value)) return value.map((one) => ageValue(one, names))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, ageValue(one, names, key)]),
  )
}

const AGING = [
  ['payment', WHEN_SENT],
  ['parcels', WHEN_BOOKED],
  ['invoicing', WHEN_SENT],
] as const

function dueFields(stored: DocumentSnapshot) {
  const checks = CHECKS.filter((field) => typeof stored.get(field) === 'string')
  return checks.map((field) => [field, '2020-01-01T00:00:00.000Z'])
}

function agedFields(stored: DocumentSnapshot) {
  return AGING.flatMap(([field, names]) => {
    const value: unknown = stored.get(field)
    return value === undefined ? [] : [[field, ageValue(value, names)]]
  })
}

const HOUR = 60 * 60 * 1000

function endedAttempt(attempt: unknown): unknown {
  const { expiresAt } = Object(attempt)
  if (typeof expiresAt !== 'string') return attempt
  const end = Math.min(Date.parse(expiresAt), Date.now() - 2 * HOUR)
  return { ...Object(attempt), expiresAt: new Date(end).toISOString() }
}

/** The shop's orders as its owner sees them; it can also let time pass for them. */
export function openLedger(at: { readonly firestore: string; readonly projectId: string }) {
  process.env.FIRESTORE_EMULATOR_HOST = at.firestore
  process.env.METADATA_SERVER_DETECTION = 'none'
  const app: App = initializeApp({ projectId: at.projectId }, `ledger-${at.firestore}`)
  const db: Firestore = getFirestore(app)

  async function orders(): Promise<StoredOrder[]> {
    const { docs } = await db.collection('orders').get()
    return docs.map((snapshot) => storedSchema.parse({ ...snapshot.data(), id: snapshot.id }))
  }

  async function order(id: string): Promise<StoredOrder> {
    const snapshot = await db.collection('orders').doc(id).get()
    return storedSchema.parse({ ...snapshot.data(), id })
  }

  /** Returns a member's orders that are not cancelled. */
  async function countOf(uid: string): Promise<number> {
    const { docs } = await db.collection('orders').where('uid', '==', uid).get()
    return docs.filter((document) => document.get('status') !== '已取消').length
  }

  // Makes pending work due. Uses a transaction, since the shop may settle it meanwhile.
  async function makeDue(id: string): Promise<void> {
    const reference = db.collection('orders').doc(id)
    await db.runTransaction(async (tx) => {
      const due = dueFields(await tx.get(reference))
      if (due.length > 0) tx.update(reference, Object.fromEntries(due))
    })
  }

  // Expires unanswered requests. Call it only while nothing runs.
  async function letTimePass(id: string): Promise<void> {
    const reference = db.collection('orders').doc(id)
    await db.runTransaction(async (tx) => {
      const aged = agedFields(await tx.get(reference))
      if (aged.length > 0) tx.update(reference, Object.fromEntries(aged))
    })
  }

  // Ends what a buyer may pay by itself two hours ago: the shop looks at such a number an hour after its end.
  async function endNumbers(id: string): Promise<void> {
    const reference = db.collection('orders').doc(id)
    await db.runTransaction(async (tx) => {
      const attempts: unknown = (await tx.get(reference)).get('payment.attempts')
      if (!Array.isArray(attempts)) return
      tx.update(reference, { 'payment.attempts': attempts.map((attempt) => endedAttempt(attempt)) })
    })
  }

  /** Makes what is open due, all of it or what is chosen. */
  async function makeAllDue(isChosen: () => boolean = () => true): Promise<void> {
    const all = await Promise.all(
      CHECKS.map((field) => db.collection('orders').where(field, '>', '').get()),
    )
    const ids = new Set(all.flatMap(({ docs }) => docs.map(({ id }) => id)))
    await Promise.all([...ids].filter(isChosen).map(makeDue))
  }

  return {
    db,
    orders,
    order,
    countOf,
    makeDue,
    makeAllDue,
    letTimePass,
    endNumbers,
    close: () => deleteApp(app),
  }
}

export type Ledger = ReturnType<typeof openLedger>

/** One order's money at PayPal and in the shop, in whole TWD. */
export type MoneyOf = {
  readonly captured: number
  readonly recorded: number
  /** Live captures beyond the first. */
  readonly doubled: number
}

function value({ amount }: CaptureAtPaypal): number {
  return Number(amount.value)
}

// Money under review is recorded too, under its capture's id.
function recordedOf(order: StoredOrder, captures: readonly CaptureAtPaypal[]): number {
  if (order.payment?.review) {
    const known = captures.find(({ id }) => id === order.payment?.captureId)
    return known && known.status !== 'PENDING' ? value(known) : 0
  }
  return order.status === '待付款' || order.status === '已取消'
    ? 0
    : (order.paymentDetails?.amount ?? 0)
}

/** Compares an order's captures with the shop's record. */
export function account(order: StoredOrder, atPaypal: readonly OrderAtPaypal[]): MoneyOf {
  const live = atPaypal.flatMap(({ captures }) => captures).filter(isLive)
  const held = live.filter(({ status }) => status !== 'PENDING')
  return {
    captured: held.reduce((sum, capture) => sum + value(capture), 0),
    recorded: recordedOf(order, live),
    doubled: Math.max(0, live.length - 1),
  }
}
