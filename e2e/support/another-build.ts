import type { BrowserContext } from 'playwright/test'

/**
 * From now until the next load of a document, the page's server actions are those of another build:
 * the shop is asked for ids that it does not have, and answers as it would after a deployment.
 */
export async function deployAnew(context: BrowserContext): Promise<void> {
  let isOld = true
  context.on('request', (request) => {
    if (request.isNavigationRequest() && request.method() === 'GET') isOld = false
  })
  await context.route('**/*', (route) => {
    const id = route.request().headers()['next-action']
    if (!isOld || id === undefined) return route.fallback()
    const other = '0'.repeat(id.length)
    return route.continue({ headers: { ...route.request().headers(), 'next-action': other } })
  })
}

/** The browser tells of each call that the new build does not know. */
export const OF_ANOTHER_BUILD = /\b409\b|Server Action|UnrecognizedActionError/
