import 'server-only'

import { settleWrittenInvoices } from '../order/invoice/send-invoice.ts'
import { sendQueued } from '../mail/send-mails.ts'

/** Sends pending mails and invoices after the response. Throws nothing. */
export async function finishWritten(): Promise<void> {
  await sendQueued()
  await settleWrittenInvoices()
  await sendQueued()
}
