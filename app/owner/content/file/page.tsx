import type { Metadata } from 'next'
import { notFound } from 'next/navigation'

import {
  saveDraftAction,
  previewContentAction,
  removeContentAction,
  saveContentAction,
} from '#app/owner/content/actions.ts'
import { readOrSay } from '#app/owner/read-or-say.tsx'
import { ContentForm } from '#components/owner/content/content-form.tsx'
import { OwnerPage } from '#components/owner/owner-page.tsx'
import { openFile } from '#lib/content-editor/content-files.ts'
import { findRepository } from '#lib/content-editor/find-repository.ts'
import { requireOwner } from '#lib/owner/access.ts'
import { OWNER_PATHS } from '#lib/routes/owner-paths.ts'
import type { Query } from '#lib/routes/paging.ts'

export const metadata: Metadata = { title: '內容', robots: { index: false, follow: false } }

export default readOrSay(
  { title: '內容', here: OWNER_PATHS.content },
  async function ContentFilePage({ searchParams }: { searchParams: Query }) {
    await requireOwner()
    const { file: input, kind, name, like, held } = await searchParams
    // A new file is named by its kind and name.
    const path = input ?? `${String(kind)}/${String(name)}.md`
    const repository = findRepository()
    if (!repository || typeof path !== 'string') notFound()
    const file = await openFile(repository, path, {
      like: typeof like === 'string' ? like : undefined,
      held: typeof held === 'string' ? held : undefined,
    })
    if (!file) notFound()
    return (
      <OwnerPage title={file.heading} here={OWNER_PATHS.content}>
        <p>{file.path}</p>
        <ContentForm
          key={file.path}
          file={file}
          preview={previewContentAction}
          hold={saveDraftAction}
          save={saveContentAction}
          remove={removeContentAction}
        />
      </OwnerPage>
    )
  },
)
