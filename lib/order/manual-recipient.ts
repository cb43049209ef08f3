import {
  type Recipient,
  type RecipientProblems,
  recipientProblems,
  type ShippingMethod,
} from '../delivery/recipient.ts'

/** Problems of a manual order's recipient: as a buyer's, but who ordered by telephone may have no e-mail. */
export function manualRecipientProblems(
  recipient: Recipient,
  method: ShippingMethod,
): RecipientProblems {
  const { email, ...problems } = recipientProblems(recipient, method)
  return email === undefined || email === 'missing' ? problems : { ...problems, email }
}
