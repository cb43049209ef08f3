import assert from 'node:assert/strict'

import { z } from 'zod'

import { fieldsFrom, orderSchema } from '#lib/order/apply.ts'
import type { ParcelState } from '#lib/parcel/parcel-state.ts'
import { invoiceAtRest } from '../../e2e/ecpay/invoice-rules.ts'
import { parcelsAtRest } from '../../e2e/ecpay/parcel-rules.ts'
import { controlEcpay, invoiceRef, parcelRef, parcelsOf } from '../../e2e/support/ecpay-control.ts'
import type { Harness } from './harness.ts'

const invoicesSchema = z.object({
  invoices: z.array(
    z.object({
      id: z.string(),
      relateNumber: z.string(),
      amount: z.number(),
      voidedAt: z.string().nullable(),
      allowances: z.array(z.object({ amount: z.number(), voided: z.boolean() })),
    }),
  ),
})

/** The codes of the lives that the matrix lets parcels lead, by the official table. */
const STATES: Readonly<Record<string, ParcelState>> = {
  300: 'booked',
  2068: 'handed-over',
  2030: 'at-centre',
  2073: 'waiting',
  2067: 'picked-up',
}

/** A shop with ECPay, and its books. */
export type AtEcpay = Pick<Harness, 'own' | 'ledger'>

/** Address of the harness's ECPay; fails where there is none. */
export function addressOf({ own }: Pick<AtEcpay, 'own'>): string {
  assert.ok(own.at.ecpay, 'this shop has no ECPay')
  return own.at.ecpay
}

/** An order as the shop's database has it, whole. */
export async function storedOrder({ ledger }: Pick<AtEcpay, 'ledger'>, id: string) {
  const document = await ledger.db.collection('orders').doc(id).get()
  return orderSchema.parse(fieldsFrom(document))
}

/** The names by which faults are about an order: its parcels, its invoice's key and number. */
async function namesOf(harness: AtEcpay, id: string): Promise<readonly string[]> {
  const { orderNumber, invoicing } = await storedOrder(harness, id)
  const key = invoiceRef(orderNumber)
  const ref = parcelRef(orderNumber)
  return [key, ref, `${ref}L01`, `${ref}L02`, invoicing?.number ?? key]
}

/** Ends the faults of ECPay's calls about an order. */
export async function behaveAtEcpay(harness: AtEcpay, id: string): Promise<void> {
  const [own, ...others] = await namesOf(harness, id)
  for (const ref of [own, ...others]) {
    await fetch(`${addressOf(harness)}/_local/faults?ref=${ref}`, { method: 'DELETE' })
  }
}

async function invoicesAt(harness: AtEcpay, number: string) {
  const answer = await controlEcpay(addressOf(harness), `/invoices?ref=${invoiceRef(number)}`)
  const { invoices } = invoicesSchema.parse(answer)
  const books = invoices.map(({ id, relateNumber, amount, voidedAt, allowances }) => {
    const allowed = allowances.filter(({ voided }) => !voided)
    const remaining = allowed.reduce((left, one) => left - one.amount, amount)
    return [relateNumber, { number: id, remaining, isVoid: voidedAt !== null }] as const
  })
  return new Map(books)
}

async function parcelsAt(harness: AtEcpay, number: string) {
  const parcels = await parcelsOf(addressOf(harness), number)
  const records = parcels.map(({ id, number: key, collect, events }) => {
    const code = events.at(-1)?.code ?? ''
    const ids = { chain: '7-11', carrierId: id, paymentNo: '', validation: '' } as const
    const rest = { words: '', value: 1, fee: 0 }
    return [key, { number: key, ids, code, state: STATES[code], collect, ...rest }] as const
  })
  return new Map(records)
}

/** In what shop, carrier and issuer do not agree about an order, by the rules of the random runs. */
export async function problemsAtEcpay(harness: AtEcpay, id: string): Promise<readonly string[]> {
  const order = await storedOrder(harness, id)
  const parcels = await parcelsAt(harness, order.orderNumber)
  const invoices = await invoicesAt(harness, order.orderNumber)
  const isCollecting = [...parcels.values()].some(({ collect }) => collect !== 0)
  const isInvoiced = order.paidAt !== undefined || order.invoicing !== undefined
  const strange = invoices.size === 0 ? [] : ['an invoice of an unpaid order']
  const problems = [
    ...(isCollecting ? ['a parcel collects money'] : []),
    ...parcelsAtRest(order, parcels),
    ...(isInvoiced ? invoiceAtRest(order, invoices) : strange),
  ]
  const said = JSON.stringify([order.status, order.parcels, order.invoicing, [...parcels]])
  return problems.map((problem) => `${order.orderNumber}: ${problem}: ${said}`)
}

/** Asserts that shop, carrier and issuer agree about an order, by the rules of the random runs. */
export async function expectAtEcpay(harness: AtEcpay, id: string): Promise<void> {
  assert.deepEqual(await problemsAtEcpay(harness, id), [])
}
