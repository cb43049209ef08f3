import type { Metadata } from 'next'

import type { Query } from '#app/query.ts'
import { CustomerView } from '#components/owner/customer-view.tsx'
import { CustomerTools } from '#components/owner/customer-tools.tsx'
import { OwnerPage } from '#components/owner/owner-page.tsx'
import { readWebConfig } from '#lib/account/require-account.ts'
import { proofOf, requireOwner } from '#lib/owner/access.ts'
import { readEmail } from '#lib/owner/customer.ts'
import { findCustomer } from '#lib/owner/customer-data.ts'
import { OWNER_PATHS } from '#lib/owner/paths.ts'

import { eraseCustomerAction, exportCustomerAction } from './actions.ts'

export const metadata: Metadata = { title: '顧客的資料', robots: { index: false, follow: false } }

export default async function CustomerPage({ searchParams }: { searchParams: Query }) {
  const owner = await requireOwner()
  const { email: given } = await searchParams
  const asked = typeof given === 'string' ? given : ''
  const email = readEmail(asked)
  const [found, config] = await Promise.all([
    email === undefined ? undefined : findCustomer(email),
    readWebConfig(),
  ])
  return (
    <OwnerPage title="一位顧客的資料" here={OWNER_PATHS.books}>
      <CustomerView asked={asked} found={found}>
        <CustomerTools
          key={email}
          email={email}
          isKnown={found !== undefined}
          config={config}
          proof={proofOf(owner)}
          copy={exportCustomerAction}
          erase={eraseCustomerAction}
        />
      </CustomerView>
    </OwnerPage>
  )
}
