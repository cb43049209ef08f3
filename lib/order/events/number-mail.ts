import type { MailKind } from '../../mail/placeholders.ts'
import { formatTime } from '../../time/taipei-time.ts'
import { NUMBERED, numberGroups } from '../payment/methods.ts'
import type { ShownNumber } from '../payment/payment.ts'
import type { Happened, MailContext, Notification } from './entry.ts'

/** A number as the timeline has it, behind its bank. */
export const numberText = ({ bank, number }: ShownNumber) =>
  bank === undefined ? number : `${bank} ${number}`

/** What a mail says of a number: its name, the bank, the number in groups, until when, and a barcode's page. */
export function numberMail(
  { data: { attempt: number } }: Happened<{ readonly attempt: number }>,
  { order }: MailContext,
  kind: Extract<MailKind, `payment-number${string}`>,
): Notification[] {
  const paid = order.payment?.attempts.find((one) => one.number === number)
  const words = paid && NUMBERED[paid.method]
  if (!words || !paid.shown || paid.expiresAt === undefined) return []
  const { bank = '', number: digits, page = '' } = paid.shown
  const values = {
    number_name: words.number,
    number_act: words.act,
    number_bank: bank,
    number_digits: numberGroups(digits),
    number_url: page,
    number_until: formatTime(new Date(paid.expiresAt)),
  }
  return [{ event: `${kind}-${number}`, kind, values }]
}
