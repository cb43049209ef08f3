import type { Instrumentation } from 'next'

// Next builds this file for its Edge runtime too, and leaves out what stands inside of these conditions.

/** Prepares the server before its first request. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME === 'nodejs') {
    const { startServer } = await import('./instrumentation-node.ts')
    await startServer()
  }
}

/** Reports what a page, action or route threw, under the code that the shopper is shown. */
export const onRequestError: Instrumentation.onRequestError = async (error, request, context) => {
  if (process.env.NEXT_RUNTIME === 'nodejs') {
    const { logRequestFailure } = await import('#lib/log/log.ts')
    logRequestFailure(error, { method: request.method, ...context })
  }
}
