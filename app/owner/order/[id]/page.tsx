import type { Metadata } from 'next'
import { notFound } from 'next/navigation'

import { readOrSay } from '#app/owner/read-or-say.tsx'
import { takeBackAction } from '#app/owner/ship/actions.ts'
import { Panel } from '#components/owner/form/panel.tsx'
import { CorrectInvoice } from '#components/owner/order/correct-invoice.tsx'
import type { OrderActions } from '#components/owner/order/order-actions.ts'
import { OrderDetails } from '#components/owner/order/order-details.tsx'
import { OrderInvoice } from '#components/owner/order/order-invoice.tsx'
import { OrderTools } from '#components/owner/order/order-tools.tsx'
import { PackingTools } from '#components/owner/order/packing-tools.tsx'
import { RefundDocument } from '#components/owner/order/refund-document.tsx'
import { RefundForm } from '#components/owner/order/refund-form.tsx'
import { RefundReview } from '#components/owner/order/refund-review.tsx'
import { OwnerPage } from '#components/owner/owner-page.tsx'
import { ParcelReturned } from '#components/owner/parcels/parcel-returned.tsx'
import type { FullAccount } from '#lib/account/account.ts'
import { readWebConfig } from '#lib/account/session.ts'
import { restockQuestion } from '#lib/inventory/restock.ts'
import { openRemovals } from '#lib/ledger/paid-parts.ts'
import { isCancellationRequested } from '#lib/order/cancel-right-view.ts'
import { proofOf, requireStaff } from '#lib/owner/access.ts'
import { findOrderDetails } from '#lib/owner/find-order-details.ts'
import { refundDue, refundReason, suggestedReturn } from '#lib/owner/suggested-refund.ts'
import { acceptedEnds } from '#lib/payment/end-review.ts'
import { providerTitle } from '#lib/payment/payment-status.ts'
import { undoneBefore } from '#lib/payment/read-payment.ts'
import { refundUnits } from '#lib/payment/refund/refund-units.ts'
import { refundedReturns } from '#lib/payment/refund/request-refund.ts'
import { capturedMoney, surplusCapture } from '#lib/payment/review-evidence.ts'
import { OWNER_PATHS } from '#lib/routes/owner-paths.ts'
import type { Query } from '#lib/routes/paging.ts'
import {
  answerReturnAction,
  requestBankAccountAgainAction,
  cancelByOwnerAction,
  changeDeliveryAction,
  changeItemsAction,
  completeAction,
  correctInvoiceAction,
  editRecipientAction,
  invoiceAction,
  withdrawCancellationAction,
  noteAction,
  completeManualRefundAction,
  recordManualRefundAction,
  refundAction,
  refundReviewAction,
  resolveAction,
  restockReturnedAction,
  retryInvoiceAction,
  sendAgainAction,
  shipAction,
  showRefundAccountAction,
  startReturnAction,
  withdrawManualRefundAction,
} from './actions.ts'

export const metadata: Metadata = { title: '訂單', robots: { index: false, follow: false } }

const ACTIONS: OrderActions = {
  ship: shipAction,
  complete: completeAction,
  editRecipient: editRecipientAction,
  note: noteAction,
  cancel: cancelByOwnerAction,
  resolve: resolveAction,
  invoice: invoiceAction,
  answer: answerReturnAction,
  startReturn: startReturnAction,
  takeBack: takeBackAction,
  changeItems: changeItemsAction,
  changeDelivery: changeDeliveryAction,
  manualRefund: recordManualRefundAction,
  keep: withdrawCancellationAction,
  handRefund: completeManualRefundAction,
  withdrawRefund: withdrawManualRefundAction,
  requestBankAccount: requestBankAccountAgainAction,
}

type OrderPageProps = {
  readonly owner: FullAccount
  readonly details: NonNullable<Awaited<ReturnType<typeof findOrderDetails>>>
  /** Whether the refund is what the page was opened for. */
  readonly opensRefund: boolean
}

async function OwnersTools({ owner, details, opensRefund }: OrderPageProps) {
  const { order, captures, refundable, missing, sizes, lacksReturnAddress } = details
  const config = await readWebConfig()
  const isAsked = isCancellationRequested(order)
  const left = capturedMoney(captures ?? [])
  const surplus = surplusCapture(order, left)
  const ends = captures && acceptedEnds(order, captures)
  const held = left.map(({ id, amount, refundedAmount }) => {
    return { id, amount: amount - refundedAmount }
  })
  return (
    <>
      <ParcelReturned order={order} sendAgain={sendAgainAction} restock={restockReturnedAction} />
      <OrderInvoice order={order} retry={retryInvoiceAction} />
      <OrderTools
        order={order}
        actions={ACTIONS}
        captures={captures}
        ends={ends}
        missing={missing}
        sizes={sizes}
        lacksReturnAddress={lacksReturnAddress}
        account={{ config, proof: proofOf(owner), show: showRefundAccountAction }}
        opensRefund={opensRefund}
      >
        <CorrectInvoice order={order} action={correctInvoiceAction} />
        {held.length === 0 ? null : (
          <Panel title="退款並結束核對" isOpen={surplus !== undefined || ends?.length === 0} isLazy>
            <RefundReview
              orderId={order.id}
              held={held}
              surplus={surplus}
              undoneBefore={undoneBefore(order, left)}
              config={config}
              proof={proofOf(owner)}
              refund={refundReviewAction}
              provider={providerTitle(order.payment)}
            />
          </Panel>
        )}
        {refundable === 0 ? null : (
          <Panel
            title={isAsked ? '同意取消，全額退款' : '退款'}
            id="refund"
            {...(isAsked || opensRefund ? { isOpen: true } : { isLazy: true })}
          >
            <RefundDocument order={order} left={refundable} />
            <RefundForm
              orderId={order.id}
              left={refundable}
              due={refundDue(order, refundable)}
              returns={refundedReturns(order)}
              removed={openRemovals(order)}
              chosenReturn={suggestedReturn(order)}
              restock={restockQuestion(order)}
              reason={isAsked ? '買家依規格公布的取消權申請取消' : refundReason(order)}
              units={refundUnits(order, refundable)}
              config={config}
              proof={proofOf(owner)}
              refund={refundAction}
              provider={providerTitle(order.payment)}
            />
          </Panel>
        )}
      </OrderTools>
    </>
  )
}

export default readOrSay(
  { title: '訂單', here: OWNER_PATHS.orders },
  async function OwnerOrderPage({
    params,
    searchParams,
  }: {
    params: Promise<{ id: string }>
    searchParams: Query
  }) {
    const owner = await requireStaff()
    const details = await findOrderDetails((await params).id)
    if (!details) notFound()
    const { order } = details
    return (
      <OwnerPage account={owner} title={order.orderNumber} here={OWNER_PATHS.orders}>
        <OrderDetails order={order} isOwner={owner.isOwner}>
          {owner.isOwner ? (
            <OwnersTools
              owner={owner}
              details={details}
              opensRefund={(await searchParams).open === 'refund'}
            />
          ) : (
            <PackingTools order={order} actions={ACTIONS} />
          )}
        </OrderDetails>
      </OwnerPage>
    )
  },
)
