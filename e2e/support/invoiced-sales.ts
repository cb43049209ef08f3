import { type Member, newMember } from './accounts.ts'
import { callAction } from './actions.ts'
import { storedDocument } from './database.ts'
import { controlEcpay, invoiceRef } from './ecpay-control.ts'
import { orderRequest } from './orders.ts'
import { RECIPIENT } from './pages/checkout.ts'
import { pay } from './sales.ts'

/** Places an order that asks for this invoice; its recipient is the member, who gets each mail once. */
export async function placeInvoiced(
  shop: string,
  member: Member,
  invoice: object,
  change: object = {},
) {
  const recipient = { ...RECIPIENT, email: member.email, store: '', note: '' }
  const args = [orderRequest({ recipient, invoice, ...change })]
  const { session } = member
  return (await callAction('placeOrderAction', { page: '/checkout', session, args, shop })).result
}

/** A paid order that asks for this invoice. */
export async function buyInvoiced(shop: string, invoice: object = { kind: 'email' }) {
  const member = await newMember()
  const id = String((await placeInvoiced(shop, member, invoice))?.id)
  await pay({ ...member, shop }, id)
  return { id, member, number: String((await storedDocument(`orders/${id}`)).orderId) }
}

/** How far the invoice of an order is. */
export async function invoiceState(id: string): Promise<unknown> {
  return Object((await storedDocument(`orders/${id}`)).invoicing).state
}

/** The invoices that the stand-in issued for an order. */
export async function invoicesOf(ecpay: string, number: string) {
  const answer = await controlEcpay(ecpay, `/invoices?ref=${invoiceRef(number)}`)
  return Array.from(Object(answer).invoices, (one) => Object(one))
}
