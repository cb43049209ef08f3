'use server'

import { z } from 'zod'

import { ownerAction } from '#app/owner-action.ts'
import { releaseHolds } from '#lib/owner/release-holds.ts'
import { switchReminders } from '#lib/owner/switch-reminders.ts'
import { singleLineText } from '#lib/text/text-schemas.ts'

/** Gives back what unpaid orders keep of a product. */
export const releaseHoldsAction = ownerAction(
  z.object({ product: singleLineText(60).min(1) }),
  releaseHolds,
)

/** Switches the reminder of unpaid orders on or off. */
export const switchRemindersAction = ownerAction(
  z.object({ reminders: z.enum(['on', 'off']) }),
  switchReminders,
)
