import './hooks.ts'

import type { Invoice } from '#lib/invoice/typed-invoice.ts'
import type { OrderEvent } from '#lib/order/events.ts'
import type { Order } from '#lib/order/order.ts'
import { enter, runProcess, store, World, world } from './world.ts'

const { settleInvoices } = await import('#lib/invoice/sweep-invoices.ts')
const { mailsOf } = await import('#lib/mail/order-mails.ts')
const { newEvent } = await import('#lib/order/events.ts')
const { invoiceRequest } = await import('#lib/invoice/issue.ts')
const { paidOrder } = await import('#lib/invoice/invoices.fixture.ts')
const { writeInvoiceChange } = await import('#lib/invoice/invoice-number.ts')
const { correctInvoiceChange } = await import('#lib/invoice/correct-invoice.ts')
const { retryChange } = await import('#lib/invoice/issue.ts')
const { BY_HAND, ISSUER, sentContacts, sentLines, sentNotices } =
  await import('./outside/issuer.ts')

const { issued } = ISSUER

export const TOTAL = 3080

/** The one order of a case. */
export const ID = '0001'

/** The key of its invoice. */
export const KEY = 'OT20261123100001'

const byProvider = () => ({ now: new Date(world().time), by: 'provider' }) as const
const byOwner = () => ({ now: new Date(world().time), by: 'owner' }) as const

/** Begins a case: a world without chance, and an issuer without invoices. */
export function begin(): void {
  enter(new World(1, 0))
  issued.clear()
  sentLines.length = 0
  sentContacts.length = 0
  sentNotices.length = 0
}

/** The lines of what was sent, newest last. */
export const linesSent = (): readonly (readonly string[])[] => sentLines

/** To whom the issuer was to write, newest last. */
export const contactsSent = () => [...sentContacts]

/** To whom the issuer was to write of an allowance, newest last. */
export const noticesSent = () => [...sentNotices]

/** The order as it is stored. */
export function order(): Order {
  const stored = world().orders.get(ID)
  if (!stored) throw new Error('The case has no order yet.')
  return stored
}

/** An order that waits for its payment. */
export function unpaidOrder(id: string, overrides: Partial<Order> = {}): Order {
  const number = `Order2026112310-${id}`
  return paidOrder({ id, orderNumber: number, status: '待付款', paidAt: undefined, ...overrides })
}

/** Stores an event of an order's money, with the wish for an invoice that it brings. */
export function paidAnew(before: Order, event: OrderEvent): void {
  store(before, { events: [event, ...invoiceRequest(before, [event])] })
}

/** Pays an order. */
export function pay(id = ID, overrides: Partial<Order> = {}): void {
  paidAnew(unpaidOrder(id, overrides), newEvent('order.paid', {}, byProvider()))
}

/** Gives an amount of an order's money back, under a key of the shop's, or nothing when that is more than is left. */
export function refund(id: string, amount: number, key = 'k'): void {
  const before = world().orders.get(id)
  const { payment } = before ?? {}
  if (!before || !payment || payment.refundedAmount + amount > TOTAL) return
  const context = byProvider()
  const refundRef = `R${payment.refundedAmount + amount}`
  const listed = { at: context.now.toISOString(), key }
  const back = { refundRef, amount, inReview: false, origin: 'shop', listed } as const
  paidAnew(before, newEvent('money.refunded', back, context))
}

/** The database as it was before, or with what somebody changed in it. */
export function restore(before: Order, isDue = false): void {
  const due = isDue ? { invoiceCheckAt: new Date(world().time).toISOString() } : {}
  world().orders.set(before.id, { ...before, ...due })
}

/** The owner writes the number of an invoice of their own down; returns why not. */
export function writeDown(number: string): string | undefined {
  const answer = writeInvoiceChange(order(), number, byOwner())
  if (!answer.ok) return answer.code
  if (answer.data) store(order(), answer.data)
  return undefined
}

/** The owner corrects for whom the invoice is; returns why not. */
export function correct(invoice: Invoice, id = ID): string | undefined {
  const before = world().orders.get(id)
  if (!before) return 'no-order'
  const answer = correctInvoiceChange(before, invoice, byOwner())
  if (!answer.ok) return answer.code
  if (answer.data) store(before, answer.data)
  return undefined
}

/** The owner has it tried again. */
export function tryAgain(): void {
  const change = retryChange(order(), byOwner())
  if (change) store(order(), change)
}

/** Sweeps so often, so many seconds apart, by a clock that is so many seconds ahead. */
export async function sweep(times = 1, apart = 0, ahead = 0): Promise<void> {
  for (let count = 0; count < times; count += 1) {
    world().pass(apart)
    await runProcess(() => settleInvoices(new Date(world().time + ahead * 1000)))
  }
}

/** The issuer's invoice of the order. */
export const atIssuer = () => issued.get(KEY)

/** The issuer's invoice, which must be there. */
export function invoiceAtIssuer() {
  const found = atIssuer()
  if (!found) throw new Error('The issuer has no invoice of this order.')
  return found
}

/** Hands at the issuer's own pages. */
export const byHand = {
  void: () => BY_HAND.voidInvoice(invoiceAtIssuer()),
  allow: (amount: number) =>
    BY_HAND.allow({ invoice: invoiceAtIssuer(), amount, lines: [], email: 'a@example.com' }),
  takeBack: (allowance: string) => BY_HAND.voidAllowance(invoiceAtIssuer(), allowance),
  forget: () => issued.clear(),
}

/** The mails that the order's history called for, by their templates. */
export function mails(): readonly string[] {
  return mailsOf(unpaidOrder(ID), order()).map(({ kind }) => kind)
}
