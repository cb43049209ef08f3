import 'server-only'

import { dataRequestsOf } from '#lib/account/account-store.ts'
import { provenAddress } from '#lib/account/proven-address.ts'
import { memberFacts } from '#lib/adapters/firebase-auth/sessions.ts'
import type { Order } from '#lib/order/order.ts'
import { isEmail } from '#lib/text/plain-text.ts'
import { allOrdersOfAccount, ordersNaming, ordersUnderEmail } from './erasure-store.ts'

type Member = NonNullable<Awaited<ReturnType<typeof memberFacts>>>

async function uidsOf(customer: string, member: Member | undefined): Promise<readonly string[]> {
  if (member) return [member.uid]
  return isEmail(customer) ? uidsUnder(customer) : [customer]
}

/** Every uid that orders and requests name with an e-mail, the newest first. The owner alone may ask. */
export async function uidsUnder(address: string): Promise<readonly string[]> {
  const email = provenAddress({ email: address, by: 'owner' })
  if (email === undefined) return []
  const [orders, requests] = await Promise.all([ordersUnderEmail(email), dataRequestsOf({ email })])
  const newest = orders.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))
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

/** The person behind an e-mail or a uid, with all their orders, the newest first, or undefined when nothing is kept. */
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
