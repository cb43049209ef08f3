/**
 * Outcomes of a review: money kept, all refunded, or never received. `expired` makes the order
 * payable again.
 */
export const REVIEW_ENDS = ['paid', 'refunded', 'expired'] as const

export type ReviewEnd = (typeof REVIEW_ENDS)[number]
