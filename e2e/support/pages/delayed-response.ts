import type { Page, Request } from 'playwright/test'

/** Lets what these addresses are sent wait until it is released: a slow step in which somebody types on. */
export async function holdPosts(page: Page, address: RegExp) {
  const arrived = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const isHeld = (request: Request) => request.method() === 'POST' && address.test(request.url())
  await page.route(address, async (route) => {
    if (!isHeld(route.request())) return route.fallback()
    arrived.resolve()
    await released.promise
    return route.continue()
  })
  return { arrived: arrived.promise, release: () => released.resolve() }
}
