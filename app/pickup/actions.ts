'use server'

import { z } from 'zod'

import { visitorAction } from '#app/shopper-action.ts'
import { chooseStore } from '#lib/parcel/choose-store.ts'
import { singleLineText } from '#lib/text/text-schemas.ts'

/** Sends the order of a mailed link to another store. */
export const chooseStoreAction = visitorAction(
  z.object({
    id: singleLineText(64).min(1),
    token: singleLineText(80).min(1),
    chain: z.enum(['7-11', '全家']),
    number: singleLineText(10).min(1),
  }),
  chooseStore,
  'join',
)
