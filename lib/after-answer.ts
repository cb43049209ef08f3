import 'server-only'

import { settleWrittenInvoices } from './invoice/settle-invoices.ts'
import { sendQueued } from './mail/send-mails.ts'

/** Does what nobody waits for, after an answer was sent: mails, then invoices and their mails. Throws nothing. */
export async function finishWritten(): Promise<void> {
  await sendQueued()
  await settleWrittenInvoices()
  await sendQueued()
}
