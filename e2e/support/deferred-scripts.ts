import type { Page } from 'playwright/test'

const NAMED = /static\/chunks\/[^"'\\]+?\.js/g
const fileOf = (url: string) => /static\/chunks\/.+?\.js/.exec(new URL(url).pathname)?.[0]

/** How a file of script does not come: the shop has it no longer, or the line is cut. */
export type Loss = 'not found' | 'cut'

/** What was lost of a page: the files, and how often its document was loaded. */
export type LostScripts = { readonly files: readonly string[]; readonly documents: () => number }

/**
 * From now on only those files of script come that the page's own HTML names: whatever a page fetches later is lost, `until`
 * the next document, as in a page that was open over a deployment, or for good.
 */
export async function loseLateScripts(
  page: Page,
  loss: Loss,
  until: 'next document' | 'the end' = 'the end',
): Promise<LostScripts> {
  const files: string[] = []
  const named = new Set<string>()
  let documents = 0
  await page.route('**/*', async (route) => {
    const request = route.request()
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) {
      documents += 1
      // Asked for once more, since a document that a test fulfils may not reach other ports of this machine.
      const html = await page.request.get(request.url()).then((answer) => answer.text())
      for (const [file] of html.matchAll(NAMED)) named.add(file)
      return route.fallback()
    }
    const file = fileOf(request.url())
    const isOver = until === 'next document' && documents > 1
    if (file === undefined || named.has(file) || isOver) return route.fallback()
    files.push(file)
    return loss === 'cut'
      ? route.abort('internetdisconnected')
      : route.fulfill({ status: 404, body: 'Not Found' })
  })
  return { files, documents: () => documents }
}

/** What the browser tells of a file of script that does not come. */
export const LATE_SCRIPT_LOST =
  /static\/chunks\/|ChunkLoadError|ERR_INTERNET_DISCONNECTED|status of 404|answered 404: .*\/none$/
