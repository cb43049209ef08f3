import type { Metadata } from 'next'

import { readOrSay } from '#app/owner/read-or-say.tsx'
import { changeDateAction, previewDateAction } from '#app/owner/stock/actions.ts'
import { ShippingDateForm } from '#components/owner/orders/shipping-date-form.tsx'
import { OwnerPage } from '#components/owner/owner-page.tsx'
import { requireOwner } from '#lib/owner/access.ts'
import { findOpenPreorders } from '#lib/owner/change-shipping-date.ts'
import { OWNER_PATHS } from '#lib/routes/owner-paths.ts'
import type { Query } from '#lib/routes/paging.ts'

export const metadata: Metadata = { title: '預購出貨日', robots: { index: false, follow: false } }

export default readOrSay(
  { title: '預購出貨日', here: OWNER_PATHS.today },
  async function DatePage({ searchParams }: { searchParams: Query }) {
    await requireOwner()
    const { product } = await searchParams
    const { preorders, unreadable } = await findOpenPreorders()
    return (
      <OwnerPage title="更改預購出貨日" here={OWNER_PATHS.today} unreadable={unreadable}>
        <ShippingDateForm
          preorders={preorders}
          product={typeof product === 'string' ? product : undefined}
          preview={previewDateAction}
          change={changeDateAction}
        />
      </OwnerPage>
    )
  },
)
