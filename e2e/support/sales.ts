import { expect } from 'playwright/test'

import { type Member, newMember } from './accounts.ts'
import { callAction } from './actions.ts'
import { addresses } from './addresses.ts'
import { database, storedDocument } from './database.ts'
import { orderRequest, placeInTurn } from './orders.ts'
import { RECIPIENT } from './pages/checkout.ts'
import { approve, paypalControl } from './paypal-control.ts'

/** An order, its number, and its member. */
export type SoldOrder = { readonly id: string; readonly number: string; readonly member: Member }

type Caller = Pick<Member, 'session'> & {
  /** Another shop than that of all tests. */
  readonly shop?: string
}

/** Calls an action as the member's page would; fails unless it succeeds. */
export async function act({ session, shop }: Caller, name: string, page: string, input: unknown) {
  const at = shop === undefined ? {} : { shop }
  const answer = await callAction(name, { page, session, args: [input], ...at })
  expect(answer.result).toMatchObject({ ok: true })
  return answer.result
}

/** An order that its member has placed and not paid. */
export async function place(recipient: object = {}): Promise<SoldOrder> {
  const member = await newMember()
  const request = orderRequest({
    recipient: { ...RECIPIENT, email: member.email, store: '', note: '', ...recipient },
  })
  const id = await placeInTurn(member, request)
  return { id, number: String((await storedDocument(`orders/${id}`)).orderId), member }
}

/** Pays an order with PayPal. */
export async function pay(member: Caller, id: string): Promise<void> {
  const page = `/checkout/paypal/${id}`
  const started = await act(member, 'startPaymentAction', page, { id, method: 'paypal' })
  const { reference, refusals } = Object(started?.data)
  // Holds back PayPal's events: the shared test shop has no ECPay and would settle the order first.
  if (member.shop !== undefined) await paypalControl(addresses().paypal).hold(id)
  await approve(reference)
  const captured = await act(member, 'capturePaymentAction', page, { id, reference, refusals })
  expect(captured?.data).toEqual({ status: 'paid', again: false, refusals: 0 })
}

/** An order that its member has paid with PayPal. */
export async function sell(recipient: object = {}): Promise<SoldOrder> {
  const sold = await place(recipient)
  await pay(sold.member, sold.id)
  return sold
}

const DAY = '2099-03-31'

/** Two sold orders of an otherwise unused product, promised for one day. */
export async function sellPreorders() {
  const sold = [await sell(), await sell()]
  const product = `only-${sold[0]?.id}`
  for (const { id } of sold) {
    const { items } = await storedDocument(`orders/${id}`)
    const [item] = Array.isArray(items) ? items : []
    const own = { ...item, id: product, preorder: { shipsAbout: DAY } }
    await database()
      .doc(`orders/${id}`)
      .update({ items: [own] })
    // The owner's page counts what is to be made beside the orders.
    const units = { [`${item.color} ${item.size}`]: sold.length * item.quantity }
    const days = { [DAY]: sold.length * item.quantity }
    await database().doc(`to_make/${product}`).set({ title: item.title, units, days })
  }
  return { product, ids: sold.map(({ id }) => id) }
}
