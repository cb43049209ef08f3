import type { Metadata } from 'next'
import { connection } from 'next/server'

import { RefundAccountForm } from '#components/refund-account/refund-account-form.tsx'
import { unlistedMetadata } from '#components/seo/page-metadata.tsx'
import { PageHead } from '#components/ui/page-head.tsx'
import { findBankAccountRequestAction, takeRefundAccountAction } from './actions.ts'

const TITLE = '退款帳戶'
const TEXT = '請填寫收取退款的帳戶。這一頁僅供收到信的您使用，無須登入。'

export const metadata: Metadata = { ...unlistedMetadata(TITLE, TEXT), referrer: 'no-referrer' }

/** The page of the signed link by which a buyer names the account for a refund by transfer. */
export default async function RefundAccountRoute() {
  await connection()
  return (
    <div className="page">
      <PageHead title={TITLE} text={TEXT} />
      <RefundAccountForm find={findBankAccountRequestAction} take={takeRefundAccountAction} />
    </div>
  )
}
