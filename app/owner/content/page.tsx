import type { Metadata } from 'next'
import { Suspense } from 'react'

import { readOrSay } from '#app/owner/read-or-say.tsx'
import { ContentView } from '#components/owner/content/content-view.tsx'
import { PriceForm } from '#components/owner/content/price-form.tsx'
import { OwnerPage } from '#components/owner/owner-page.tsx'
import { listFiles } from '#lib/content-editor/content-files.ts'
import { CONTENT_KINDS } from '#lib/content-editor/content-kind.ts'
import { editorsSaves } from '#lib/content-editor/editor.ts'
import { findRepository } from '#lib/content-editor/find-repository.ts'
import { readPrices } from '#lib/content-editor/save-prices.ts'
import { requireOwner } from '#lib/owner/access.ts'
import { OWNER_PATHS } from '#lib/routes/owner-paths.ts'
import { saveDraftsAction, savePricesAction, undoSaveAction } from './actions.ts'

export const metadata: Metadata = { title: '內容', robots: { index: false, follow: false } }

async function readContent() {
  const repository = findRepository()
  if (!repository) return undefined
  const [history, ...lists] = await Promise.all([
    editorsSaves(repository),
    ...CONTENT_KINDS.map((kind) => listFiles(repository, kind)),
  ])
  return {
    history,
    kinds: CONTENT_KINDS.map((kind, at) => ({ kind, files: lists[at] ?? [] })),
  }
}

// Each file is asked for at the Git host: the rest of the page does not wait for it.
async function Prices() {
  const repository = findRepository()
  if (!repository) return null
  return <PriceForm products={await readPrices(repository)} save={savePricesAction} />
}

export default readOrSay(
  { title: '內容', here: OWNER_PATHS.content },
  async function ContentPage() {
    await requireOwner()
    return (
      <OwnerPage title="內容" here={OWNER_PATHS.content}>
        <ContentView
          content={await readContent()}
          undo={undoSaveAction}
          saveDrafts={saveDraftsAction}
        >
          <Suspense fallback={<p>讀取價格…</p>}>
            <Prices />
          </Suspense>
        </ContentView>
      </OwnerPage>
    )
  },
)
