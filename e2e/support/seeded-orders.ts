import { randomUUID } from 'node:crypto'

import type { RegisteredMember } from './accounts.ts'
import { database } from './database.ts'

const FIRST = Date.parse('2026-03-01T02:00:00.000Z')

/** An order document as the shop writes it; `index` makes number and time its own. */
export function orderDocument(member: Pick<RegisteredMember, 'uid' | 'email'>, index: number) {
  const sequence = String(index + 1).padStart(4, '0')
  const createdAt = new Date(FIRST + index * 60_000).toISOString()
  return {
    orderId: `Order2026030110-${sequence}`,
    uid: member.uid,
    email: member.email,
    createdAt,
    status: '待付款',
    totalAmount: 3080,
    items: [
      {
        id: 'otr-001',
        title: '旅見 T 恤',
        size: 'M',
        color: '白',
        quantity: 2,
        price: 1540,
        image: '/images/products/otr-001-front.jpg',
      },
    ],
    recipient: {
      firstName: '小明',
      lastName: '王',
      phone: '0912345678',
      email: member.email,
      zipcode: '106',
      city: '臺北市',
      area: '大安區',
      address: '和平東路一段 1 號',
      store: '',
      note: '',
    },
    shippingMethod: 'home',
    timeCode: '2026030110',
    history: [{ at: createdAt, type: 'order.placed', by: 'member', data: {} }],
  }
}

type SeededPayment = {
  readonly state: string
  readonly attempt: string
  readonly refunded?: number
  readonly reason?: string
}

const begun = new Date(FIRST).toISOString()

/** The payment of an order document, with one attempt, as the shop writes it. */
export function paymentFields({ state, attempt, refunded = 0, reason = 'seeded' }: SeededPayment) {
  const reference = `SEEDED${randomUUID().replaceAll('-', '').slice(0, 11).toUpperCase()}`
  const one = {
    number: 1,
    provider: 'paypal',
    method: 'paypal',
    state: attempt,
    reference,
    captureAttempt: 1,
    sends: attempt === 'open' ? 0 : 1,
    refusals: attempt === 'refused' ? 1 : 0,
    ...(attempt === 'refused' ? { refusedAt: begun } : {}),
    ...(attempt === 'captured' ? { captureId: `C${reference}` } : {}),
    reason,
    startedAt: begun,
    changedAt: begun,
  }
  return {
    payment: {
      state,
      method: 'paypal',
      attempts: [one],
      references: [reference],
      ...(attempt === 'captured' ? { captureId: `C${reference}` } : {}),
      refundedAmount: refunded,
      refunds: refunded > 0 ? [{ id: `R${reference}`, amount: refunded, at: begun }] : [],
      ...(state === 'review' ? { review: { reason, at: begun } } : {}),
      changedAt: begun,
    },
  }
}

/** Writes so many orders of a member, the newest last, each changed by `change`; returns their document ids. */
export async function seedOrders(
  member: Pick<RegisteredMember, 'uid' | 'email'>,
  count: number,
  change: (index: number) => object = () => ({}),
): Promise<string[]> {
  const db = database()
  const ids = Array.from({ length: count }, () => randomUUID().replaceAll('-', '').slice(0, 24))
  const batch = db.batch()
  for (const [index, id] of ids.entries()) {
    batch.create(db.collection('orders').doc(id), {
      ...orderDocument(member, index),
      ...change(index),
    })
  }
  await batch.commit()
  return ids
}
