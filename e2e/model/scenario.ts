import type { PaymentMethod } from '#lib/payment/methods.ts'

/** How often each kind of move may happen in one run; what is not named never happens. */
export type Budget = Partial<
  Record<
    | 'press'
    | 'approve'
    | 'double'
    | 'refresh'
    | 'sweep'
    | 'deliver'
    | 'fault'
    | 'crash'
    | 'expire'
    | 'refund'
    | 'giveBack'
    | 'dispute'
    | 'cancel'
    | 'confirm'
    | 'rival',
    number
  >
>

/** A part of the shop's life that is searched whole: who acts, what may go wrong, and how often. */
export type Scenario = {
  readonly name: string
  /** Whether the provider refuses a second payment under one order number. */
  readonly guard: boolean
  /** The tabs of the shopper, each with the button that it presses. */
  readonly tabs: readonly PaymentMethod[]
  /** How a capture may end, besides taking the money. */
  readonly ways: readonly ('refused' | 'pending' | 'declined')[]
  readonly budget: Budget
  /** How many processes of the shop are at work at once. */
  readonly atOnce: number
  /** Whether the scenario is part of `npm test`; the others belong to `npm run model`. */
  readonly quick: boolean
}
