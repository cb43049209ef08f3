import type { Metadata } from 'next'
import { notFound } from 'next/navigation'

import type { Query } from '#app/query.ts'
import { ContentForm } from '#components/owner/content-form.tsx'
import { OwnerPage } from '#components/owner/owner-page.tsx'
import { PictureUpload } from '#components/owner/picture-upload.tsx'
import { openFile } from '#lib/content-editor/editor.ts'
import { findRepository } from '#lib/content-editor/find-repository.ts'
import { requireOwner } from '#lib/owner/access.ts'
import { OWNER_PATHS } from '#lib/routes/owner-paths.ts'

import { previewContentAction, saveContentAction } from '../actions.ts'

export const metadata: Metadata = { title: '內容', robots: { index: false, follow: false } }

export default async function ContentFilePage({ searchParams }: { searchParams: Query }) {
  await requireOwner()
  const { file: input, kind, name, like } = await searchParams
  // A new file is named by its kind and name.
  const path = input ?? `${String(kind)}/${String(name)}.md`
  const repository = findRepository()
  if (!repository || typeof path !== 'string') notFound()
  const file = await openFile(repository, path, typeof like === 'string' ? like : undefined)
  if (!file) notFound()
  return (
    <OwnerPage title={file.heading} here={OWNER_PATHS.content}>
      <p>{file.path}</p>
      <PictureUpload />
      <ContentForm
        key={file.path}
        file={file}
        preview={previewContentAction}
        save={saveContentAction}
      />
    </OwnerPage>
  )
}
