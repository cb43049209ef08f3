'use server'

import { z } from 'zod'

import { ownerListAction } from '#app/owner-action.ts'
import { writeInvoices } from '#lib/owner/edit-order.ts'
import { multiLineText } from '#lib/text/text-schemas.ts'

/** Writes the numbers of issued invoices onto their orders, and answers for each what became of it. */
export const writeInvoicesAction = ownerListAction(
  z.object({ invoices: multiLineText(30_000) }),
  writeInvoices,
)
