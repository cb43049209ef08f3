import type { ParcelState } from '#lib/parcel/parcel-state.ts'
import type { PaymentMethod } from '#lib/payment/methods.ts'
import type { Charge, World } from './world.ts'

/** Maximum moves of each kind per run; unnamed kinds never happen. */
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
    | 'wait'
    | 'book'
    | 'carry'
    | 'push'
    | 'parcelSweep'
    | 'invoiceSweep'
    | 'period'
    | 'hand'
    | 'ownNumber'
    | 'manual'
    | 'handBack'
    | 'takeBack'
    | 'mail'
    | 'items'
    | 'return'
    | 'answer'
    | 'refundReview'
    | 'refundOne'
    | 'undo'
    | 'correct'
    | 'again'
    | 'late'
    | 'close',
    number
  >
>

/** Clock behaviour in milliseconds; defaults to one clock with a millisecond per write. */
export type Clocks = {
  /** Clock offset of a second instance. */
  readonly instance?: number
  /** Clock offset of the provider. */
  readonly provider?: number
  /** Whether everything between two sweeps happens in one millisecond. */
  readonly isStill?: boolean
  /** True if events carry the time of the action, not of delivery. */
  readonly isPrompt?: boolean
  /** The longest time after which ECPay carries out a request; one minute by default. */
  readonly lateAtEcpay?: number
}

/**
 * What the shop has besides its payment providers: a carrier, an issuer, a discount code for its only shirt; `shelf`: three
 * units, so that one of them is within the share of extended holds.
 */
export type Services = {
  /** Whether PayPal takes cards, as where ECPay takes none: a card is one button. */
  readonly paypalCard?: boolean
  /** How ECPay has a paid card when the shop, which sends refunds of cards itself, gives it back. */
  readonly charge?: Charge
  /** Whether the cashier may say of a paid number for once that it knows none. */
  readonly forgets?: boolean
  readonly shelf?: boolean
  readonly carrier?: boolean
  readonly issuer?: boolean
  readonly code?: boolean
}

/** A part of the shop's life that is searched whole: who acts, what may go wrong, and how often. */
export type Scenario = {
  readonly name: string
  /** Whether the provider refuses a second payment under one order number. */
  readonly guard: boolean
  /** The tabs of the shopper, each with the button that it presses. */
  readonly tabs: readonly PaymentMethod[]
  /** Results of a capture besides success. */
  readonly ways: readonly ('refused' | 'pending' | 'declined')[]
  readonly budget: Budget
  readonly clocks?: Clocks
  /** Whether the order has a reservation that lasts an hour, as one of a verified account. */
  readonly reservation?: boolean
  /**
   * Steps at the beginning, one after the other and without a fault; `tab` is the only one that acts
   * then, and `becomes` the only state that a parcel comes to.
   */
  readonly before?: readonly (Budget & { readonly tab?: number; readonly becomes?: ParcelState })[]
  /** What some state at rest must have, or the scenario tries nothing. */
  readonly reaches?: (world: World) => boolean
  readonly services?: Services
  /** Maximum concurrent processes. */
  readonly atOnce: number
  /** Whether the scenario is part of `npm test`; the others belong to `npm run model`. */
  readonly quick: boolean
}
