import 'server-only'

import { z } from 'zod'

import type { NumberState } from '../../order/invoice/invoice-words.ts'
import { database, withDeadline } from './database.ts'

const stateSchema = z.object({
  askedAt: z.string(),
  left: z.int(),
  notices: z.array(z.enum(['none-left', 'few-left', 'next-missing'])),
})

function reference() {
  return database().collection('sweeps').doc('invoice-numbers')
}

/** Returns the stored state of the invoice numbers. One read. Throws DatabaseUnavailable. */
export async function readNumberState(): Promise<NumberState | undefined> {
  const stored = await withDeadline('reading invoice numbers', reference().get())
  return stateSchema.optional().catch(undefined).parse(stored.data())
}

/** Remembers how the invoice numbers stand. Throws DatabaseUnavailable. */
export async function keepNumberState(state: NumberState): Promise<void> {
  await withDeadline('noting invoice numbers', reference().set({ ...state }))
}
