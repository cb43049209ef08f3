'use server'

import { z } from 'zod'

import { ownerAction } from '#app/owner-action.ts'
import { completeOrders } from '#lib/owner/complete-orders.ts'
import { lineSchema } from '#lib/site/plain-text.ts'

/** Marks the chosen orders 已完成. */
export const completeChosenAction = ownerAction(
  z.object({ numbers: lineSchema(8000) }),
  ({ numbers }, context) => completeOrders(numbers.split(' ').filter(Boolean), context),
)
