'use server'

import { z } from 'zod'

import { ownerListAction, provenAction } from '#app/owner-action.ts'
import { readEmail } from '#lib/owner/customer.ts'
import { eraseCustomer, exportCustomer } from '#lib/owner/customer-data.ts'
import { fail, ok } from '#lib/result.ts'
import { lineSchema } from '#lib/site/plain-text.ts'

const customer = z.object({ email: lineSchema(254).transform(readEmail).pipe(z.string()) })

/** Everything that the shop keeps about a customer, as the text of a file. */
export const exportCustomerAction = ownerListAction(customer, async ({ email }, { at }) => {
  const kept = await exportCustomer(email, at)
  return kept ? ok(kept) : fail('no-customer')
})

/** Erases what the law does not make the shop keep, after the owner signed in again for it. */
export const eraseCustomerAction = provenAction(customer, async ({ email }, context) => {
  const erased = await eraseCustomer(email, context)
  return erased ? ok(erased) : fail('no-customer')
})
