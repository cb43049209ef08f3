import 'server-only'

import { memberFacts } from '#lib/adapters/firebase-auth/sessions.ts'
import { readOrder } from '#lib/order/order-store.ts'
import type { Order } from '#lib/order/order.ts'
import { MAILED_ORDER_PATH } from '#lib/routes/paths.ts'
import { signatures } from '#lib/settings/signatures.ts'
import { type Mail, orderAddresses } from './mail.ts'
import { isOneOf, linkEnd, signed } from './mailed-links.ts'
import { type MailKind, SHOPPER_MAILS } from './placeholders.ts'

const TO_ORDER = 'link of a mail to its order'

const KINDS: ReadonlySet<MailKind> = new Set(SHOPPER_MAILS)

/**
 * Path with the signed link of a mail to its order, or undefined for the owner's mails and those to an address
 * that nobody has proven. What is signed follows #, so no server's log and no referrer has it.
 */
export function mailedOrderPath({
  kind,
  order,
  to,
  createdAt,
}: Pick<Mail, 'kind' | 'order' | 'to' | 'createdAt'>): string | undefined {
  if (order === undefined || to === undefined || !KINDS.has(kind)) return undefined
  const until = linkEnd(createdAt)
  const [signature] = signatures(signed(order, until, to.address), TO_ORDER)
  return signature && `${MAILED_ORDER_PATH}#${order}.${until}.${signature.toString('base64url')}`
}

// An account that was deleted, or that has another e-mail by now, takes back the links to its old one.
async function addressesNow(order: Order): Promise<readonly string[]> {
  if (order.history.some(({ type }) => type === 'person.erased')) return []
  const addresses = orderAddresses(order)
  if (order.uid === '') return addresses
  const member = await memberFacts(order.uid)
  if (!member) return []
  const isAccounts = (address: string) => address.toLowerCase() === order.email.toLowerCase()
  const isLeft = member.email.toLowerCase() !== order.email.toLowerCase()
  return addresses.filter((address) => !(isLeft && isAccounts(address)))
}

/**
 * The order of a mail's link, or undefined for a link that is over, taken back or made up. One read, and one
 * question to the sign-in service. Throws DatabaseUnavailable, SignInUnavailable.
 */
export async function openMailedOrder(link: string, now: Date): Promise<Order | undefined> {
  const [, id, until, signature] = /^([\w-]{1,64})\.(\d{1,12})\.([\w-]{43})$/.exec(link) ?? []
  if (id === undefined || until === undefined || signature === undefined) return undefined
  const end = Number(until)
  if (end * 1000 <= now.getTime()) return undefined
  const order = await readOrder(id)
  if (!order) return undefined
  const isSigned = (address: string) =>
    isOneOf(signatures(signed(id, end, address), TO_ORDER), signature)
  return (await addressesNow(order)).some(isSigned) ? order : undefined
}
