'use server'

import { z } from 'zod'

import {
  ownerListAction,
  reauthenticatedAction,
  recentlyReauthenticatedAction,
} from '#app/owner-action.ts'
import { readCustomer } from '#lib/owner/customer.ts'
import { eraseCustomer, exportCustomer, findCustomer } from '#lib/owner/customer-data.ts'
import { fail, ok } from '#lib/result.ts'
import { singleLineText } from '#lib/text/text-schemas.ts'

// An e-mail or a uid.
const schema = z.object({ customer: singleLineText(254).transform(readCustomer).pipe(z.string()) })

/** Finds a customer by e-mail or uid. */
export const findCustomerAction = ownerListAction(schema, async ({ customer }) => {
  const found = await findCustomer(customer)
  return found ? ok({ uid: found.uid }) : fail('no-customer')
})

/** Everything that the shop keeps about a customer, as the text of a file. */
export const exportCustomerAction = recentlyReauthenticatedAction(
  schema,
  async ({ customer, context }) => {
    const kept = await exportCustomer(customer, context.at)
    return kept ? ok(kept) : fail('no-customer')
  },
)

/** Erases what the law does not make the shop keep, after the owner signed in again for it. */
export const eraseCustomerAction = reauthenticatedAction(schema, async (input) => {
  const erased = await eraseCustomer(input)
  return erased ? ok(erased) : fail('no-customer')
})
