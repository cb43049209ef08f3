export const CANCEL_CAUSES = [
  'by-member',
  'by-owner',
  'replaced',
  'unpaid-too-long',
  'code-needed',
] as const

export type CancelCause = (typeof CANCEL_CAUSES)[number]

/** Why a reservation ends: its time is over, another buyer needs the units then, or the owner ends it. */
export const EXPIRY_CAUSES = ['time-over', 'needed-by-another', 'released-by-owner'] as const

export type ExpiryCause = (typeof EXPIRY_CAUSES)[number]

/** Why an attempt ends without the provider's refusal. */
export const CLOSE_CAUSES = [
  'not-approved-in-time',
  'gone-at-provider',
  'not-wanted',
  'given-back',
  'out-of-stock',
] as const

export type CloseCause = (typeof CLOSE_CAUSES)[number]

const CLOSED: Readonly<Record<CloseCause, (provider: string) => string>> = {
  'not-approved-in-time': () => '買家逾時未同意',
  'gone-at-provider': (provider) => `${provider} 已無這筆付款`,
  'not-wanted': () => '訂單不需要這筆付款',
  'given-back': () => '款項已退回',
  'out-of-stock': () => '商品已售完，沒有扣款',
}

/** Why an attempt ended without a refusal of the provider's, as text. */
export function closeCauseText(cause: CloseCause, provider: string): string {
  return CLOSED[cause](provider)
}
