import type { Metadata } from 'next'

import { readOrSay } from '#app/owner/read-or-say.tsx'
import { OrdersView } from '#components/owner/orders/orders-view.tsx'
import { OwnerPage } from '#components/owner/owner-page.tsx'
import { requireStaffSession } from '#lib/owner/access.ts'
import { listOrders, withSavedSearch } from '#lib/owner/find-orders.ts'
import { ownerQuery } from '#lib/owner/order-views.ts'
import { OWNER_PATHS } from '#lib/routes/owner-paths.ts'
import type { Query } from '#lib/routes/paging.ts'
import { completeChosenAction, searchOrdersAction } from './actions.ts'

export const metadata: Metadata = { title: '訂單', robots: { index: false, follow: false } }

export default readOrSay(
  { title: '訂單', here: OWNER_PATHS.orders },
  async function OwnerOrdersPage({ searchParams }: { searchParams: Query }) {
    const { owner: account, session } = await requireStaffSession()
    const query = await withSavedSearch(session, ownerQuery(await searchParams))
    const list = await listOrders(query)
    return (
      <OwnerPage
        account={account}
        title="訂單"
        here={OWNER_PATHS.orders}
        unreadable={list.unreadable}
      >
        <OrdersView
          query={query}
          list={list}
          complete={completeChosenAction}
          search={searchOrdersAction}
          isOwner={account.isOwner}
        />
      </OwnerPage>
    )
  },
)
