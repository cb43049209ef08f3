import type { MoneyProblem } from '#lib/payment/money-problem.ts'
import type { Result } from '#lib/result.ts'
import type { OrderChange } from './order.ts'

/**
 * Reasons why an order can't move on. `other-parcel`: it was shipped with another parcel;
 * `booked-otherwise`: another one is booked for it at the carrier; `coming-back`: its parcel did not arrive.
 */
export type FulfilmentRefusal =
  | 'no-such-move'
  | MoneyProblem
  | 'parcel-incomplete'
  | 'other-parcel'
  | 'booked-otherwise'
  | 'coming-back'

export type Answer = Result<OrderChange | undefined, FulfilmentRefusal>
