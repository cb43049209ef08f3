import type { Metadata } from 'next'
import { connection } from 'next/server'

import { RefundAccountForm } from '#components/refund-account/refund-account-form.tsx'
import { unlistedMetadata } from '#components/seo/page-metadata.tsx'
import { PageHead } from '#components/ui/page-head.tsx'
import { findRefundAskAction, takeRefundAccountAction } from './actions.ts'

const TITLE = '退款帳戶'
const TEXT = '請告訴我們要把錢匯到哪裡。這一頁只給收到信的人用，不用登入。'

export const metadata: Metadata = { ...unlistedMetadata(TITLE, TEXT), referrer: 'no-referrer' }

/** The page of the signed link by which a buyer names the account for a refund by transfer. */
export default async function RefundAccountRoute() {
  await connection()
  return (
    <div className="page">
      <PageHead title={TITLE} text={TEXT} />
      <RefundAccountForm find={findRefundAskAction} take={takeRefundAccountAction} />
    </div>
  )
}
