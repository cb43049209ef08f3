import type { Metadata } from 'next'

import { readOrSay } from '#app/owner/read-or-say.tsx'
import { OwnerPage } from '#components/owner/owner-page.tsx'
import { StockView } from '#components/owner/stock/stock-view.tsx'
import { requireOwner } from '#lib/owner/access.ts'
import { readStock } from '#lib/owner/read-stock.ts'
import { OWNER_PATHS } from '#lib/routes/owner-paths.ts'
import { changeSaleAction, changeStockAction } from './actions.ts'

export const metadata: Metadata = { title: '庫存', robots: { index: false, follow: false } }

export default readOrSay({ title: '庫存', here: OWNER_PATHS.stock }, async function StockPage() {
  await requireOwner()
  return (
    <OwnerPage title="庫存" here={OWNER_PATHS.stock}>
      <StockView
        products={await readStock()}
        change={changeStockAction}
        changeSale={changeSaleAction}
      />
    </OwnerPage>
  )
})
