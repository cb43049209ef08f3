import assert from 'node:assert/strict'
import { after, test } from 'node:test'

import { readOrder } from '#lib/order/order-store.ts'
import { startPayment } from '#lib/payment/start-payment.ts'
import { ECPAY } from '../../local/environment.ts'
import { orderDocument } from '../support/seeded-orders.ts'
import { openStoredShop } from './stored-shop.ts'

const { db } = await openStoredShop({ after })
const { ECPAY_PAYMENT_MERCHANT_ID, ECPAY_PAYMENT_KEY, ECPAY_PAYMENT_IV } = ECPAY
Object.assign(process.env, {
  ECPAY_PAYMENT_MERCHANT_ID,
  ECPAY_PAYMENT_KEY,
  ECPAY_PAYMENT_IV,
  ECPAY_PAYMENT_METHODS: 'atm,cvs',
  // Nobody answers there: a code stays one that is being made.
  ECPAY_PAYMENT_BASE: 'http://127.0.0.1:1',
  ECPAY_PAYMENT_CODE_BASE: 'http://127.0.0.1:1',
})

// Another instance of the shop has modules of its own.
const elsewhere: { readonly startPayment: typeof startPayment } = await import(
  new URL('../../lib/payment/start-payment.ts?elsewhere', import.meta.url).href
)

/** How often two tabs ask for a code at the same moment. */
const TRIES = 40

let placed = 0

/** Stores an unpaid order of an account, placed just now. */
async function place(uid: string): Promise<string> {
  placed += 1
  const id = `code-${placed}`
  const stored = orderDocument({ uid, email: `${uid}@example.com` }, placed)
  await db.doc(`orders/${id}`).set({ ...stored, createdAt: new Date().toISOString() })
  return id
}

async function ask(id: string, start: typeof startPayment): Promise<void> {
  const order = await readOrder(id)
  assert.ok(order)
  // Without an answer the making is refused, or its outcome is unknown.
  await start(order, 'atm').catch(() => {})
}

test('two orders of one account get one payment code, however they ask at the same moment', async () => {
  for (let time = 0; time < TRIES; time += 1) {
    const ids = [await place(`tabs-${time}`), await place(`tabs-${time}`)]
    await Promise.all(
      ids.map((id, index) => ask(id, index === 0 ? startPayment : elsewhere.startPayment)),
    )
    const orders = await Promise.all(ids.map((id) => readOrder(id)))
    const codes = orders.flatMap((order) => order?.payment?.attempts ?? [])
    assert.equal(codes.length, 1, `try ${time}: ${codes.length} codes`)
  }
})
