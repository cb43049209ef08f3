export const CANCEL_CAUSES = ['by-member', 'by-owner', 'replaced', 'unpaid-too-long'] as const
export type CancelCause = (typeof CANCEL_CAUSES)[number]

/** Why a hold ends: its time is over, another buyer needs the pieces then, or the owner ends it. */
export const LAPSE_CAUSES = ['time-over', 'needed-by-another', 'released-by-owner'] as const
export type LapseCause = (typeof LAPSE_CAUSES)[number]

/** Why an attempt ends without the provider's refusal. */
export const CLOSE_CAUSES = [
  'not-approved-in-time',
  'gone-at-provider',
  'not-wanted',
  'given-back',
  'out-of-stock',
] as const
export type CloseCause = (typeof CLOSE_CAUSES)[number]

/**
 * Outcomes of a review: money kept, all refunded, or never received. `expired` makes the order
 * payable again.
 */
export const REVIEW_ENDS = ['paid', 'refunded', 'expired'] as const
export type ReviewEnd = (typeof REVIEW_ENDS)[number]
