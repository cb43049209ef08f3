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
  'unknown-order': `${provider} 有這筆款項，商店沒有這個訂單編號`,
  'not-paid-here': `${provider} 已收款，商店還沒有記為已付款（請再執行一次 sweep，或用 review 查看）`,
  'other-transaction': `${provider} 的交易編號和商店記錄的不同（可能收了兩次）`,
  'amount-differs': '金額或幣別不同',
  'refund-not-recorded': `${provider} 已退款，商店還沒有記錄`,
  'chargeback-not-recorded': `${provider} 已被扣款（爭議或退單），商店還沒有記錄`,
  'missing-at-provider': `商店記為已付款，${provider} 當天沒有這筆款項${behind}`,
  'not-read': `${provider} 沒有回答，這筆款項還沒有核對（請檢查 ${provider} 的設定，稍後再執行一次）`,
  'numbers-not-read': `${provider} 沒有回答，還沒有找過商店遺失的款項（稍後再執行一次）`,
  'invoice-missing': '付款超過一天，還沒有開立發票',
  'invoice-differs': '退款和發票的作廢、折讓金額不同',
  'invoice-not-at-issuer': '商店記了發票，綠界查無這張發票',
  'invoice-not-recorded': '綠界有這筆訂單的發票，商店沒有記錄（請到綠界後台查看，不該開的請作廢）',
  'invoice-differs-at-issuer': '綠界這張發票的號碼、作廢或剩餘金額和商店的記錄不同',
  'invoice-without-order': '綠界有這張發票，商店沒有這個訂單編號',
  'invoice-by-hand':
    '綠界當天有這張發票，商店沒有任何訂單記著它（自己開的請把號碼記到訂單上，不該開的請作廢）',
  'invoices-not-listed': '綠界沒有回答當天的發票清單（稍後再執行一次）',
  'invoice-not-read': '綠界沒有回答，這張發票還沒有核對（稍後再執行一次）',
})

const HOURS = ['零', '一', '兩', '三', '四', '五', '六'] as const

/** Text of a disagreement at a provider, whose books may lag behind. */
export function disagreementText(what: Disagreement, provider: ProviderName = 'paypal'): string {
  const late = booksBehind(provider)
  const hours = HOURS[Math.ceil((late ?? 0) / (60 * 60 * 1000))]
  const behind = late === undefined ? '' : `（${PROVIDER_TITLES[provider]} 最多晚${hours}小時）`
  return closeUp(disagreements(PROVIDER_TITLES[provider], behind)[what])
}
