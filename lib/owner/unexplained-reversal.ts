import { invoiceStays } from '#lib/order/events/money.ts'
import type { Order } from '#lib/order/order.ts'
import { providerTitle } from '#lib/payment/payment-status.ts'
import { takenAmount } from '#lib/payment/refund/charged-back.ts'
import { formatPrice } from '#lib/price/format-price.ts'

// What the owner is to do about money that is gone: the goods decide.
function takenAdvice(order: Order, provider: string): string {
  const { status, payment } = order
  if (status === '已出貨' || status === '已完成') {
    return `貨已寄出：請將下面的出貨證明貼到 ${provider} 的這筆交易申訴，也可以寫信請買家另外付款。`
  }
  return payment?.state === 'refunded'
    ? '貨尚未寄出，請勿寄出：這筆訂單已無法出貨。商品未放回庫存，若要再販售，請到「庫存」更正件數。'
    : `只扣回一部分：請先到 ${provider} 的這筆交易查看原因並詢問買家，再決定是否出貨。`
}

/**
 * What happened to money that nobody of the shop gave back and that no dispute explains, and what to
 * do, or an empty value if there is none.
 */
export function unexplainedReversal(order: Order): readonly string[] {
  const { payment } = order
  if (!payment || payment.review || (payment.disputes ?? []).length > 0) return []
  const provider = providerTitle(payment)
  const taken = takenAmount(payment)
  const isByBank =
    payment.unlisted === 'chargeback' || payment.refunds.some(({ kind }) => kind === 'chargeback')
  const stays = invoiceStays(order).invoice_stays
  if (taken > 0) {
    const what = isByBank
      ? `買家付款的銀行扣回了 ${formatPrice(taken)}，${provider} 上沒有爭議。`
      : `${provider} 扣回了 ${formatPrice(taken)} 並退還給付款人，未經爭議；常見的原因是付款人表示未授權這筆付款。`
    return [
      `${what}確切的原因請到 ${provider} 的這筆交易查看。`,
      '款項已退還給付款人，請勿再退款。',
      takenAdvice(order, provider),
      stays,
    ].filter((line) => line !== '')
  }
  const isMadeElsewhere = payment.refunds.some(({ key }) => key === undefined)
  return isMadeElsewhere
    ? [
        `有退款不是從店主頁面退的：可能在 ${provider} 的網站退款，或由 ${provider} 扣回而未說明原因。請到 ${provider} 的這筆交易查看是哪一種。`,
        `若為扣回：款項已退還給付款人，請勿再退款；貨若尚未寄出，請勿寄出，若已寄出，請用出貨資料在那裡申訴。若都不是，請更改 ${provider} 的密碼。`,
      ]
    : []
}
