'use server'

import { revalidatePath } from 'next/cache'
import { z } from 'zod'

import { memberAction, visitorAction } from '#app/shopper-action.ts'
import { readAccount } from '#lib/account/session.ts'
import { confirmHalf, giveHalf } from '#lib/half/give-half.ts'
import { halfFieldsSchema } from '#lib/half/given-half.ts'
import { withdrawHalf, withdrawOwnHalf } from '#lib/half/withdraw-half.ts'
import { mailedLinkSchema } from '#lib/mail/mailed-links.ts'
import type { Result } from '#lib/result.ts'

// What was public is gone from every page at once here, and within a minute on other instances.
function refreshAfter<Code extends string>(
  answer: Result<{ readonly wasPublic: boolean }, Code>,
): Result<{ readonly wasPublic: boolean }, Code> {
  if (answer.ok && answer.data.wasPublic) revalidatePath('/', 'layout')
  return answer
}

/** Stores the half that somebody gives, for the owner to look at. */
export const giveHalfAction = visitorAction(
  halfFieldsSchema,
  async (fields) => giveHalf(fields, await readAccount(), new Date()),
  'half',
)

/** Confirms the address of a half by its mailed link. */
export const confirmHalfAction = visitorAction(
  mailedLinkSchema,
  (link) => confirmHalf(link, new Date()),
  'half',
)

/** Takes a half back by its mailed link. */
export const withdrawHalfAction = visitorAction(
  mailedLinkSchema,
  async (link) => refreshAfter(await withdrawHalf(link, new Date())),
  'half',
)

/** Takes back a half of the signed-in member. */
export const withdrawOwnHalfAction = memberAction(
  z.object({ id: z.string().regex(/^[0-9a-f]{32}$/) }),
  async (account, input) => refreshAfter(await withdrawOwnHalf(account, input, new Date())),
  'settings',
)
