'use server'

import { z } from 'zod'

import { ANALYTICS_CLIENT } from '#lib/consent/consent.ts'
import { endAnalytics } from '#lib/order/told-sales.ts'
import { ok } from '#lib/result.ts'

import { visitorAction } from './shopper-action.ts'

/** Notes that a browser took back its consent to analytics. */
export const endAnalyticsAction = visitorAction(
  z.object({ client: z.string().regex(ANALYTICS_CLIENT) }),
  async ({ client }) => {
    await endAnalytics(client, new Date())
    return ok(null)
  },
  'report',
)
