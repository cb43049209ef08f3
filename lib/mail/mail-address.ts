import type { Order } from '../order/order.ts'

// One mailbox, written plainly: nothing that a header or an SMTP command would obey.
const ADDRESS = /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[a-z\d](?:[a-z\d.-]{0,250}[a-z\d])?$/i

/** Whether a mail can be addressed so. */
export function isMailAddress(text: string): boolean {
  return ADDRESS.test(text) && text.length <= 254
}

/** Addresses of an order's mails: the account's, and once it is paid also the one typed at its checkout. */
export function orderAddresses(
  { email, recipient, paidAt }: Pick<Order, 'email' | 'recipient' | 'paidAt'>,
  isPaid = paidAt !== undefined,
): readonly string[] {
  const typed = isPaid ? recipient.email : ''
  const isSame = typed.toLowerCase() === email.toLowerCase()
  return (isSame ? [email] : [email, typed]).filter((address) => address !== '')
}
