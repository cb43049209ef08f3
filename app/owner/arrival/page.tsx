import type { Metadata } from 'next'

import { readOrSay } from '#app/owner/read-or-say.tsx'
import { receiveStockAction, previewReceiptAction } from '#app/owner/stock/actions.ts'
import { OwnerPage } from '#components/owner/owner-page.tsx'
import { ReceiveStock } from '#components/owner/stock/receive-stock.tsx'
import { requireOwner } from '#lib/owner/access.ts'
import { findAwaitedProducts } from '#lib/owner/awaited-products.ts'
import { OWNER_PATHS } from '#lib/routes/owner-paths.ts'

export const metadata: Metadata = { title: '貨到了', robots: { index: false, follow: false } }

export default readOrSay(
  { title: '貨到了', here: OWNER_PATHS.today },
  async function ArrivalPage() {
    await requireOwner()
    const awaited = await findAwaitedProducts()
    return (
      <OwnerPage title="貨到了" here={OWNER_PATHS.today}>
        <ReceiveStock
          awaited={awaited}
          preview={previewReceiptAction}
          arrive={receiveStockAction}
        />
      </OwnerPage>
    )
  },
)
