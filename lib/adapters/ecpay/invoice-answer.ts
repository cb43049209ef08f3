import type { InvoiceProblemKind } from '../../order/invoice/invoice-words.ts'

// ECPay's codes have no system, so its words decide; the first that fits counts.
const WORDS: readonly (readonly [RegExp, InvoiceProblemKind])[] = [
  [/特店編號不存在|資料解密錯誤/, 'keys'],
  [/不可重複/, 'duplicate'],
  [/已作廢過/, 'already-void'],
  [/已被折讓過/, 'has-allowance'],
  [/字軌.*(?:用完|用罄)/, 'no-numbers'],
  [/系統異常|請稍後|呼叫財政部/, 'unknown'],
  [/查無|無.*資料|不存在/, 'missing'],
]

const CODES: Readonly<Record<number, InvoiceProblemKind>> = {
  1_100_040: 'no-numbers',
  9_000_001: 'unknown',
  10_000_009: 'duplicate',
}

/** Maps a failed answer to a problem; an unknown one is `refused`, for the owner. */
export function answerKind(code: number, words: string): InvoiceProblemKind {
  return WORDS.find(([pattern]) => pattern.test(words))?.[1] ?? CODES[code] ?? 'refused'
}
