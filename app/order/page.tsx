import type { Metadata } from 'next'

import { MailedOrderView } from '#components/order/mailed-order.tsx'
import { unlistedMetadata } from '#components/seo/page-metadata.tsx'
import { PageHead } from '#components/ui/page-head.tsx'
import { PurchaseHeadings } from '#components/ui/purchase-headings.tsx'
import { showMailedOrderAction } from './actions.tsx'

const TITLE = '您的訂單'
const TEXT = '這一頁僅供收到信的您查看，無須登入。'

export const metadata: Metadata = { ...unlistedMetadata(TITLE, TEXT), referrer: 'no-referrer' }

/** The page of the signed link that an order's mails carry. */
export default function MailedOrderRoute() {
  return (
    <PurchaseHeadings>
      <div className="page">
        <PageHead title={TITLE} text={TEXT} />
        <MailedOrderView show={showMailedOrderAction} />
      </div>
    </PurchaseHeadings>
  )
}
