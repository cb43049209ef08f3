'use server'
import { z } from 'zod'

import {
  ownerListAction,
  reauthenticatedAction,
  recentlyReauthenticatedAction,
} from '#app/owner-action.ts'
import { COPY_FORMS } from '#lib/owner/copy-form.ts'
import { readCustomer } from '#lib/owner/customer.ts'
import { exportCustomer } from '#lib/owner/export-customer.ts'
import { findCustomer } from '#lib/owner/find-customer.ts'
import { membersByRecipient } from '#lib/owner/find-customers.ts'
import { saveOrderSearch } from '#lib/owner/find-orders.ts'
import { eraseCustomer } from '#lib/privacy/erase-customer.ts'
import { fail, ok } from '#lib/result.ts'
import { customerPath } from '#lib/routes/owner-paths.ts'
import { singleLineText } from '#lib/text/text-schemas.ts'

// An e-mail or a uid.
const schema = z.object({ customer: singleLineText(254).transform(readCustomer).pipe(z.string()) })

const sought = z.object({ customer: singleLineText(254) })

/**
 * Finds a customer by e-mail or uid, or by the name or telephone to which their orders went. Answers
 * the address of their page, or of the orders where those are of several; no person stands in it.
 */
export const findCustomerAction = ownerListAction(sought, async ({ customer }, { session }) => {
  const named = readCustomer(customer)
  if (named !== undefined) {
    const found = await findCustomer(named)
    return found ? ok({ path: customerPath(found.uid) }) : fail('no-customer')
  }
  const uids = await membersByRecipient(customer)
  const [uid] = uids
  if (uid === undefined) return fail('no-customer')
  if (uids.length === 1) return ok({ path: customerPath(uid) })
  return ok({ path: await saveOrderSearch(session, { search: customer, view: 'all' }) })
})

/** Everything that the shop keeps about a customer, as the text of a file. */
export const exportCustomerAction = recentlyReauthenticatedAction(
  schema.extend({ form: z.enum(COPY_FORMS) }),
  async ({ customer, form, context }) => {
    const kept = await exportCustomer(customer, context.at, form)
    return kept ? ok(kept) : fail('no-customer')
  },
)

/** Erases what the law does not make the shop keep, after the owner signed in again for it. */
export const eraseCustomerAction = reauthenticatedAction(schema, async (input) => {
  const erased = await eraseCustomer(input)
  return erased ? ok(erased) : fail('no-customer')
})
