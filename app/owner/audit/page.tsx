import type { Metadata } from 'next'

import { searchAuditAction } from '#app/owner/actions.ts'
import { readOrSay } from '#app/owner/read-or-say.tsx'
import { AuditView } from '#components/owner/audit/audit-view.tsx'
import { OwnerPage } from '#components/owner/owner-page.tsx'
import { findAudit } from '#lib/audit/record.ts'
import { requireOwner } from '#lib/owner/access.ts'
import { OWNER_PATHS } from '#lib/routes/owner-paths.ts'

export const metadata: Metadata = { title: '操作紀錄', robots: { index: false, follow: false } }

export default readOrSay(
  { title: '操作紀錄', here: OWNER_PATHS.audit },
  async function AuditPage() {
    await requireOwner()
    return (
      <OwnerPage title="操作紀錄" here={OWNER_PATHS.audit}>
        <AuditView first={await findAudit({})} search={searchAuditAction} />
      </OwnerPage>
    )
  },
)
