import type { Metadata } from 'next'

import { readOrSay } from '#app/owner/read-or-say.tsx'
import { StatementView } from '#components/owner/books/statement-view.tsx'
import { OwnerPage } from '#components/owner/owner-page.tsx'
import { requireOwner } from '#lib/owner/access.ts'
import { bookMonths } from '#lib/owner/export-month.ts'
import { isMonth, lastMonths } from '#lib/owner/month.ts'
import { readStatement } from '#lib/owner/read-sales.ts'
import { OWNER_PATHS } from '#lib/routes/owner-paths.ts'
import type { Query } from '#lib/routes/paging.ts'

export const metadata: Metadata = { title: '創作者分潤', robots: { index: false, follow: false } }

export default readOrSay(
  { title: '創作者分潤', here: OWNER_PATHS.books },
  async function CreatorsPage({ searchParams }: { searchParams: Query }) {
    await requireOwner()
    const { month: wanted, creator } = await searchParams
    const [present = ''] = lastMonths(1)
    const month = typeof wanted === 'string' && isMonth(wanted) ? wanted : present
    const [statement, months] = await Promise.all([readStatement(month), bookMonths()])
    return (
      <OwnerPage title="創作者分潤" here={OWNER_PATHS.books} unreadable={statement.unreadable}>
        <StatementView
          statement={statement}
          months={months}
          only={statement.creators.find(({ slug }) => slug === creator)?.slug}
        />
      </OwnerPage>
    )
  },
)
