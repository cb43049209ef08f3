import type { Metadata } from 'next'

import { deleteApplicationAction } from '#app/owner/actions.ts'
import { readOrSay } from '#app/owner/read-or-say.tsx'
import { ApplicationsView } from '#components/owner/applications-view.tsx'
import { OwnerPage } from '#components/owner/owner-page.tsx'
import { readApplications } from '#lib/join/application.ts'
import { requireOwner } from '#lib/owner/access.ts'
import { OWNER_PATHS } from '#lib/routes/owner-paths.ts'

export const metadata: Metadata = { title: '共創來信', robots: { index: false, follow: false } }

export default readOrSay(
  { title: '共創來信', here: OWNER_PATHS.today },
  async function ApplicationsPage() {
    await requireOwner()
    return (
      <OwnerPage title="共創來信" here={OWNER_PATHS.today}>
        <ApplicationsView
          applications={await readApplications()}
          remove={deleteApplicationAction}
        />
      </OwnerPage>
    )
  },
)
