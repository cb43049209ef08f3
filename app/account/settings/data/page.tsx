import type { Metadata } from 'next'

import { copyDataAction } from '#app/account/actions.ts'
import { CopyButtons } from '#components/account/copy-buttons.tsx'
import { OwnData } from '#components/account/own-data.tsx'
import { UnprovenData } from '#components/account/unproven-data.tsx'
import { requireAccount } from '#lib/account/session.ts'
import { COPY_TITLE, copyHead } from '#lib/owner/copy-page.ts'
import { copySections } from '#lib/owner/copy-sections.ts'
import { readOwnCopy } from '#lib/privacy/request-data.ts'
import { PATHS } from '#lib/routes/paths.ts'

export const metadata: Metadata = { title: COPY_TITLE, description: '看、列印或下載。' }

export default async function OwnDataPage() {
  const account = await requireAccount(PATHS.ownData)
  const copy = await readOwnCopy(account)
  if (!copy.ok) return <UnprovenData title={COPY_TITLE} />
  return (
    <OwnData title={COPY_TITLE} head={copyHead(copy.data)} sections={copySections(copy.data)}>
      <CopyButtons copy={copyDataAction} />
    </OwnData>
  )
}
