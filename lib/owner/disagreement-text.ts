import type { Disagreement } from '#lib/ledger/disagreements.ts'
import { PROVIDER_TITLES } from '#lib/payment/method-titles.ts'
import type { ProviderName } from '#lib/payment/methods.ts'
import { booksBehind } from '#lib/payment/provider-terms.ts'
import { closeUp } from '#lib/text/no-break.ts'

// Differences between a provider's books and the shop's, and where to look.
const disagreements = (
  provider: string,
  behind: string,
): Readonly<Record<Disagreement, string>> => ({
  'unknown-order': `${provider} 有這筆款項，系統沒有這個訂單編號`,
  'not-paid-here': `${provider} 已收款，系統尚未標記為已付款（請再執行一次 sweep，或用 review 查看）`,
  'other-transaction': `${provider} 的交易編號與系統紀錄不符（可能重複收款）`,
  'amount-differs': '金額或幣別不同',
  'refund-not-recorded': `${provider} 已退款，系統尚未記錄`,
  'chargeback-not-recorded': `${provider} 已被扣款（爭議或退單），系統尚未記錄`,
  'missing-at-provider': `系統標記為已付款，${provider} 當天沒有這筆款項${behind}`,
  'not-read': `${provider} 沒有回應，這筆款項尚未核對（請檢查 ${provider} 的設定，稍後再執行一次）`,
  'numbers-not-read': `${provider} 沒有回應，尚未查找遺漏的款項（稍後再執行一次）`,
  'invoice-missing': '付款超過一天，尚未開立發票',
  'invoice-differs': '退款和發票的作廢、折讓金額不同',
  'invoice-not-at-issuer': '系統有發票紀錄，綠界查無這張發票',
  'invoice-not-recorded':
    '綠界有這筆訂單的發票，系統沒有紀錄（請到綠界後台查看，若不應開立，請作廢）',
  'invoice-differs-at-issuer': '綠界這張發票的號碼、作廢或剩餘金額與系統紀錄不符',
  'invoice-without-order': '綠界有這張發票，系統沒有這個訂單編號',
  'invoice-by-hand':
    '綠界當天有這張發票，系統沒有對應的訂單（若為自行開立，請將號碼登記到訂單；若不應開立，請作廢）',
  'invoices-not-listed': '綠界未回應當天的發票清單（請稍後再執行一次）',
  'invoice-not-read': '綠界沒有回應，這張發票尚未核對（請稍後再執行一次）',
})

const HOURS = ['零', '一', '兩', '三', '四', '五', '六'] as const

/** Text of a disagreement at a provider, whose books may lag behind. */
export function disagreementText(what: Disagreement, provider: ProviderName = 'paypal'): string {
  const late = booksBehind(provider)
  const hours = HOURS[Math.ceil((late ?? 0) / (60 * 60 * 1000))]
  const behind = late === undefined ? '' : `（${PROVIDER_TITLES[provider]} 最多晚${hours}小時）`
  return closeUp(disagreements(PROVIDER_TITLES[provider], behind)[what])
}
