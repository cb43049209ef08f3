import type { Instrumentation } from 'next'

import { SITE_URL } from '#lib/site/site-url.ts'

/** Refuses to start with settings that are missing, mix a laptop with the real shop, or belong to another build. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  const { requireSettings } = await import('#lib/deployment/require-settings.ts')
  requireSettings({ local: process.env.NEXT_PUBLIC_LOCAL === '1', siteUrl: SITE_URL })
}

/** Reports what a page, action or route threw, under the code that the shopper is shown. */
export const onRequestError: Instrumentation.onRequestError = async (error, request, context) => {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  const { reportRequestFailure } = await import('#lib/report/report-event.ts')
  reportRequestFailure(error, { method: request.method, ...context })
}
