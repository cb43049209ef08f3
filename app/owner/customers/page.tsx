import type { Metadata } from 'next'

import { findCustomerAction } from '#app/owner/customer/actions.ts'
import { readOrSay } from '#app/owner/read-or-say.tsx'
import { CustomerList } from '#components/owner/customers/customer-list.tsx'
import { CustomerSearch } from '#components/owner/customers/customer-search.tsx'
import { OwnerPage } from '#components/owner/owner-page.tsx'
import { requireOwner } from '#lib/owner/access.ts'
import { listCustomers, readCustomerPage } from '#lib/owner/find-customers.ts'
import { OWNER_PATHS } from '#lib/routes/owner-paths.ts'
import type { Query } from '#lib/routes/paging.ts'

export const metadata: Metadata = { title: '顧客', robots: { index: false, follow: false } }

export default readOrSay(
  { title: '顧客', here: OWNER_PATHS.customers },
  async function CustomersPage({ searchParams }: { searchParams: Query }) {
    await requireOwner()
    const { before } = await searchParams
    const { rows, next } = await listCustomers(readCustomerPage(before))
    return (
      <OwnerPage title="顧客" here={OWNER_PATHS.customers}>
        <CustomerSearch find={findCustomerAction} />
        <CustomerList rows={rows} next={next} />
      </OwnerPage>
    )
  },
)
