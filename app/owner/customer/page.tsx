import type { Metadata } from 'next'

import { readOrSay } from '#app/owner/read-or-say.tsx'
import { CustomerTools } from '#components/owner/customers/customer-tools.tsx'
import { CustomerView } from '#components/owner/customers/customer-view.tsx'
import { OwnerPage } from '#components/owner/owner-page.tsx'
import { readWebConfig } from '#lib/account/session.ts'
import { proofOf, requireOwner } from '#lib/owner/access.ts'
import { readCustomer } from '#lib/owner/customer.ts'
import { findCustomer } from '#lib/owner/find-customer.ts'
import { OWNER_PATHS } from '#lib/routes/owner-paths.ts'
import type { Query } from '#lib/routes/paging.ts'
import { isEmail } from '#lib/text/plain-text.ts'
import { eraseCustomerAction, exportCustomerAction, findCustomerAction } from './actions.ts'

export const metadata: Metadata = { title: '顧客的資料', robots: { index: false, follow: false } }

export default readOrSay(
  { title: '顧客的資料', here: OWNER_PATHS.customers },
  async function CustomerPage({ searchParams }: { searchParams: Query }) {
    const owner = await requireOwner()
    const { customer: input } = await searchParams
    const query = typeof input === 'string' ? input : ''
    // An e-mail in an address would stay in histories and logs: only a uid is read from one.
    const customer = isEmail(query) ? undefined : readCustomer(query)
    const [found, config] = await Promise.all([
      customer === undefined ? undefined : findCustomer(customer),
      readWebConfig(),
    ])
    return (
      <OwnerPage title="一位顧客的資料" here={OWNER_PATHS.customers}>
        <CustomerView query={query} found={found} find={findCustomerAction}>
          <CustomerTools
            key={customer}
            customer={customer}
            isKnown={found !== undefined}
            config={config}
            proof={proofOf(owner)}
            copy={exportCustomerAction}
            erase={eraseCustomerAction}
          />
        </CustomerView>
      </OwnerPage>
    )
  },
)
