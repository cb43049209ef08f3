import type { BrowserContext, Page, TestInfo } from 'playwright/test'

/** The name under which a failed test attaches what a person would see. */
export const SEEN = 'what a person sees'

const SAYS = 'h1, [role=alert], [role=status], dialog[open], [aria-invalid=true]'

// Returns a page's visible problems, one per line; empty if it no longer answers.
async function seenOn(page: Page): Promise<string> {
  const texts = await page
    .locator(SAYS)
    .filter({ visible: true })
    .allInnerTexts()
    .catch(() => [])
  const lines = texts.map((text) => text.replaceAll(/\s+/g, ' ').trim()).filter(Boolean)
  return [page.url(), ...lines.map((line) => `  ${line}`)].join('\n')
}

/** Attaches to a failed test the address of each open window, its heading, and its messages. */
export async function attachWhatIsSeen(context: BrowserContext, testInfo: TestInfo): Promise<void> {
  const windows = await Promise.all(context.pages().map(seenOn))
  await testInfo.attach(SEEN, { body: windows.join('\n'), contentType: 'text/plain' })
}
