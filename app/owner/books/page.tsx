import type { Metadata } from 'next'

import { writeInvoicesAction } from '#app/owner/actions.ts'
import { findCustomerAction } from '#app/owner/customer/actions.ts'
import { readOrSay } from '#app/owner/read-or-say.tsx'
import { BooksView } from '#components/owner/books/books-view.tsx'
import { MonthEndList } from '#components/owner/books/month-end-list.tsx'
import { OwnerPage } from '#components/owner/owner-page.tsx'
import { requireOwner } from '#lib/owner/access.ts'
import { bookMonths } from '#lib/owner/export-month.ts'
import { findRequests } from '#lib/owner/find-customer.ts'
import { readMonthEnd } from '#lib/owner/read-month-end.ts'
import { bookOf, OWNER_PATHS } from '#lib/routes/owner-paths.ts'
import type { Query } from '#lib/routes/paging.ts'

export const metadata: Metadata = { title: '帳務', robots: { index: false, follow: false } }

export default readOrSay(
  { title: '帳務', here: OWNER_PATHS.books },
  async function BooksPage({ searchParams }: { searchParams: Query }) {
    await requireOwner()
    const [{ file }, requests, months, monthEnd] = await Promise.all([
      searchParams,
      findRequests(),
      bookMonths(),
      readMonthEnd(),
    ])
    return (
      <OwnerPage title="帳務與資料" here={OWNER_PATHS.books}>
        <MonthEndList {...monthEnd} />
        <BooksView
          months={months}
          start={bookOf(file)}
          requests={requests}
          find={findCustomerAction}
          writeInvoices={writeInvoicesAction}
        />
      </OwnerPage>
    )
  },
)
