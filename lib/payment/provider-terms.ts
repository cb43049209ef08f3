import type { ProviderName } from './methods.ts'

/** Capabilities of a provider; times in milliseconds. */
export type ProviderCapabilities = {
  /** The provider keeps an attempt open for its buyer this long. */
  readonly openFor: number
  /** The pauses between looks at an attempt that nobody has approved: they double from the first to the longest. */
  readonly pauses: { readonly first: number; readonly most: number }
  /**
   * Whether repeating a key moves money once. Without keys a retry waits until nothing is in
   * flight.
   */
  readonly hasKeys: boolean
  /** After these refusals the buyer may approve the same attempt again; after any other only another payment method helps. */
  readonly approvedAgain: ReadonlySet<string>
  /** Whether the provider shuts out who asks too often, so that buyers' questions are limited (question-limits.ts). */
  readonly shutsOut?: true
  /** Paid orders are checked daily this long, as the provider sends no events about refunds. */
  readonly watchesPaidFor: number
  /** Set if the provider has books of all money that came and went: they are at most so late. */
  readonly booksBehind?: number
  /**
   * Set if nobody but the owner can give money back, at the provider's console, or by a transfer to an account that the
   * buyer has to name: nothing is sent.
   */
  readonly manualRefunds?: 'at-provider' | 'to-bank'
  /** The setting that, set to 1, has the shop send these refunds after all. */
  readonly refundsBySetting?: 'ECPAY_PAYMENT_REFUNDS'
  /** Until this time in Taipei a payment of the day is undone whole, without a trace at its buyer's bank. */
  readonly undoneBefore?: string
  /**
   * Set if the money moves when the buyer confirms, without a capture of the shop's: any number that was ever handed
   * out may bring money.
   */
  readonly takesByItself?: {
    /** How long a number that the provider does not know counts as one that the buyer has not sent yet. */
    readonly unknownFor: number
    /** How long the page that leads to the provider makes its form. */
    readonly leavesFor: number
    /** How long the provider may lag behind its own word that the buyer has paid. */
    readonly lag: number
    /**
     * When a number that is not paid is asked about again, whatever became of its order: counted from its start, or from
     * its own deadline where it has one.
     */
    readonly watchedAfter: readonly number[]
    /** Set if the shop itself asks for the number and shows it, with a deadline of its own. */
    readonly isShown?: true
  }
}

const MINUTE = 60_000

const HOUR = 60 * MINUTE

const DAY = 24 * HOUR

/** Around ECPay's close of each evening, from 20:15 to 20:30 in Taipei, no refund of a card is sent. */
export const DAILY_CLOSE = { from: '20:10', until: '20:35' } as const

const TERMS: Readonly<Record<ProviderName, ProviderCapabilities>> = {
  paypal: {
    // 3 hours to come, 3 to approve.
    openFor: 6 * HOUR,
    pauses: { first: 5 * MINUTE, most: 3 * HOUR },
    hasKeys: true,
    // Its own advice for these two is its window again.
    approvedAgain: new Set(['INSTRUMENT_DECLINED', 'PAYER_ACTION_REQUIRED']),
    watchesPaidFor: 0,
    booksBehind: 3 * HOUR,
  },
  'line-pay': {
    // A request that nobody approves dies after 20 minutes.
    openFor: 25 * MINUTE,
    // No message comes when the buyer closes the page: the sweep asks after 1, 3, 7, 13, 19 and 25 minutes.
    pauses: { first: MINUTE, most: 6 * MINUTE },
    hasKeys: false,
    approvedAgain: new Set(),
    // For how long it gives money back is not documented.
    watchesPaidFor: 365 * DAY,
  },
  ecpay: {
    shutsOut: true,
    // The form is made for 30 minutes; how long the cashier's page lives after it is not documented.
    openFor: 75 * MINUTE,
    // A card's result may come 30 minutes late, and too many questions shut the shop out: after 10, 20, 40 minutes.
    pauses: { first: 10 * MINUTE, most: 20 * MINUTE },
    hasKeys: false,
    approvedAgain: new Set(),
    // Refunds of the shop's are made by hand, and noted by who makes them.
    watchesPaidFor: 0,
    // ECPay's refunds can't be tried before production: by hand until one real refund was seen.
    manualRefunds: 'at-provider',
    refundsBySetting: 'ECPAY_PAYMENT_REFUNDS',
    undoneBefore: DAILY_CLOSE.from,
    takesByItself: {
      unknownFor: 60 * MINUTE,
      leavesFor: 30 * MINUTE,
      lag: 40 * MINUTE,
      // ECPay says of no number of a card that it has ended; what a bank authorised and nobody closed it drops after 90 days.
      watchedAfter: [2 * HOUR, DAY, 3 * DAY, 7 * DAY, 21 * DAY, 45 * DAY, 90 * DAY],
    },
  },
  'ecpay-code': {
    shutsOut: true,
    // Counted from an attempt whose number was never told; a number has its own deadline.
    openFor: HOUR,
    // ECPay pushes a transfer; asking often shuts the shop out.
    pauses: { first: 6 * HOUR, most: 6 * HOUR },
    hasKeys: false,
    approvedAgain: new Set(),
    watchesPaidFor: 0,
    // ECPay has no call that gives a transfer back.
    manualRefunds: 'to-bank',
    takesByItself: {
      unknownFor: 0,
      leavesFor: 0,
      // A transfer shows up to a day late.
      lag: 25 * HOUR,
      watchedAfter: [HOUR, 13 * HOUR, 25 * HOUR, 49 * HOUR],
      isShown: true,
    },
  },
}

/** The names of all providers that the shop knows. */
export const PROVIDER_NAMES = Object.keys(TERMS).filter(isProviderName)

function isProviderName(name: string): name is ProviderName {
  return Object.hasOwn(TERMS, name)
}

/** The terms of the provider under this name; throws when the shop knows none. */
export function termsOf(name: string): ProviderCapabilities {
  if (!isProviderName(name)) throw new Error(`Unknown payment provider: ${name}`)
  return TERMS[name]
}

/** How late a provider's books of all its money are, in milliseconds, or undefined if it has none, or is none. */
export function booksBehind(name: string | undefined): number | undefined {
  return name !== undefined && isProviderName(name) ? TERMS[name].booksBehind : undefined
}
