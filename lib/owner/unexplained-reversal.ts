import { invoiceStays } from '#lib/order/events/money.ts'
import type { Order } from '#lib/order/order.ts'
import { providerTitle } from '#lib/payment/payment-status.ts'
import { takenAmount } from '#lib/payment/refund/charged-back.ts'
import { formatPrice } from '#lib/price/format-price.ts'

// What the owner is to do about money that is gone: the goods decide.
function takenAdvice(order: Order, provider: string): string {
  const { status, payment } = order
  if (status === '已出貨' || status === '已完成') {
    return `貨已經寄出：把下面的出貨證明貼到 ${provider} 的這筆交易申訴，也可以寫信請買家另外付款。`
  }
  return payment?.state === 'refunded'
    ? '貨還沒寄出，不要寄：這筆訂單已經不能出貨。商品沒有放回庫存，要再拿出來賣，請到「庫存」更正件數。'
    : `只扣回一部分：先到 ${provider} 的這筆交易看原因、問買家，再決定要不要出貨。`
}

/**
 * What happened to money that nobody of the shop gave back and that no dispute explains, and what to
 * do; empty where there is none.
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
      : `${provider} 自己扣回了 ${formatPrice(taken)}、退還給付款人，沒有經過爭議；常見的原因是付款人說沒有授權這筆付款。`
    return [
      `${what}確實的原因在 ${provider} 的這筆交易看得到。`,
      '錢已經回到付款人那裡，商店不要再退一次。',
      takenAdvice(order, provider),
      stays,
    ].filter((line) => line !== '')
  }
  const isMadeElsewhere = payment.refunds.some(({ key }) => key === undefined)
  return isMadeElsewhere
    ? [
        `有退款不是從商店退的：在 ${provider} 的網站退的，或 ${provider} 自己扣回、沒有說原因。到 ${provider} 的這筆交易看是哪一種。`,
        `是扣回的話：錢已經回到付款人那裡，不要再退一次；貨還沒寄出就不要寄，已經寄出的，用出貨的資料在那裡申訴。都不是您做的，請更改 ${provider} 的密碼。`,
      ]
    : []
}
