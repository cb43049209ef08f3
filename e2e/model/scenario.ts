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
    | 'approveTwice'
    | 'fault'
    | 'abort'
    | 'crash'
    | 'expire'
    | 'refund'
    | 'giveBack'
    | 'ship'
    | 'end'
    | 'ownerCancel'
    | 'capture'
    | 'elsewhere'
    | 'dispute'
    | 'cancel'
    | 'confirm'
    | 'rival'
    | 'wait',
    number
  >
>

/** What the clocks of a scenario do, in milliseconds; without it there is one clock, and every write takes a millisecond. */
export type Clocks = {
  /** How far the clock of a second instance of the shop is ahead. */
  readonly instance?: number
  /** How far the provider's clock is ahead. */
  readonly provider?: number
  /** Whether everything between two sweeps happens in one millisecond. */
  readonly isStill?: boolean
  /** Whether an event tells when the thing happened, not when it is delivered. */
  readonly isPrompt?: boolean
}

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
  readonly clocks?: Clocks
  /** Whether the order has a hold that lasts an hour, as one of a verified account. */
  readonly hold?: boolean
  /** How many processes of the shop are at work at once. */
  readonly atOnce: number
  /** Whether the scenario is part of `npm test`; the others belong to `npm run model`. */
  readonly quick: boolean
}
