import { type Page, test as base } from 'playwright/test'

import { addresses } from './addresses.ts'
import { attachWhatIsSeen } from './what-is-seen.ts'

// Next preloads the styles of linked pages; that they stay unused is no error. A test lets the worker of the page for a
// lost network run where it is about that.
const NO_ERROR =
  /\.css was preloaded using link preload but not used|Service Worker registration blocked by Playwright/

/** The console errors and failed requests that a test did not expect. */
function watch(page: Page, complaints: string[], expected: readonly RegExp[]): void {
  const complain = (text: string) => {
    if (!NO_ERROR.test(text) && !expected.some((pattern) => pattern.test(text)))
      complaints.push(text)
  }
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') {
      complain(`console: ${message.text()} (${message.location().url})`)
    }
  })
  page.on('pageerror', (error) => complain(`page error: ${error.message}`))
  page.on('requestfailed', (request) => {
    const why = request.failure()?.errorText ?? ''
    // A navigation or a closed window ends what it no longer needs.
    if (why !== 'net::ERR_ABORTED') complain(`failed: ${request.url()} ${why}`)
  })
  page.on('response', (response) => {
    if (response.status() >= 400) complain(`answered ${response.status()}: ${response.url()}`)
  })
}

/**
 * A test that fails on console errors and failed requests not in `expected`. A one-item list, since
 * Playwright reads two as a tuple.
 */
export const test = base.extend<{ expected: RegExp[] }>({
  baseURL: async ({ browserName: _any }, use) => use(addresses().shop),
  expected: [[], { option: true }],
  context: async ({ context, expected }, use, testInfo) => {
    const complaints: string[] = []
    const listen = (page: Page) => watch(page, complaints, expected)
    context.on('page', listen)
    // A window that an earlier test left empty.
    for (const page of context.pages()) listen(page)
    await use(context)
    if (testInfo.status !== testInfo.expectedStatus) await attachWhatIsSeen(context, testInfo)
    base.expect(complaints).toEqual([])
  },
})

export { expect } from 'playwright/test'
