import 'server-only'

import type { EditFailure } from '../order/edits.ts'
import { fail, ok, type Result } from '../result.ts'
import type { OwnerContext } from './change-numbered-order.ts'
import { writeInvoiceNumber } from './edit-order.ts'
import { readInvoiceNumbers } from './invoice-numbers.ts'

/** Maximum invoice numbers per request. */
const MOST = 200

/** Result of a list of invoice numbers: written, refused and unclear ones. */
export type WrittenInvoices = {
  readonly written: number
  readonly refused: readonly {
    readonly orderId: string
    readonly code: EditFailure | 'unknown-order'
  }[]
  readonly unclear: readonly number[]
}

/** Writes the numbers of invoices onto their orders, one after the other; a repeat changes nothing. Throws DatabaseUnavailable. */
export async function writeInvoices(
  text: string,
  context: OwnerContext,
): Promise<Result<WrittenInvoices, 'no-invoices' | 'too-many-parcels'>> {
  const { numbers, unclear } = readInvoiceNumbers(text)
  if (numbers.length === 0) return fail('no-invoices')
  if (numbers.length > MOST) return fail('too-many-parcels')
  const refused: WrittenInvoices['refused'][number][] = []
  for (const one of numbers) {
    const answer = await writeInvoiceNumber({ ...one, context })
    if (!answer.ok) refused.push({ orderId: one.orderId, code: answer.code })
  }
  return ok({ written: numbers.length - refused.length, refused, unclear })
}
