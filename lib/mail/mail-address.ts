import type { Order } from '../order/order.ts'

/** Addresses of an order's mails: the account's, and once it is paid also the one typed at its checkout. */
export function orderAddresses(
  { email, recipient, paidAt }: Pick<Order, 'email' | 'recipient' | 'paidAt'>,
  isPaid = paidAt !== undefined,
): readonly string[] {
  const typed = isPaid ? recipient.email : ''
  const isSame = typed.toLowerCase() === email.toLowerCase()
  return (isSame ? [email] : [email, typed]).filter((address) => address !== '')
}
