/** The ways to pay that the shop knows; nothing else is accepted from the browser. */
export const PAYMENT_METHODS = ['paypal', 'card', 'line-pay'] as const
export type PaymentMethod = (typeof PAYMENT_METHODS)[number]

/** The way to pay of this name; undefined where the shop knows none. */
export function findMethod(name: unknown): PaymentMethod | undefined {
  return PAYMENT_METHODS.find((one) => one === name)
}

/** The name of the provider behind each way to pay. */
const PROVIDERS = { paypal: 'paypal', card: 'paypal', 'line-pay': 'line-pay' } as const

/** A provider by its name, as attempts keep it. */
export type ProviderName = (typeof PROVIDERS)[PaymentMethod]

/** The name of the provider behind a way to pay. */
export function providerOf(method: PaymentMethod): ProviderName {
  return PROVIDERS[method]
}

/** The settings that decide which ways to pay there are. */
type MethodSettings = {
  readonly LINE_PAY_CHANNEL_ID?: string | undefined
  readonly LINE_PAY_FIRST?: string | undefined
}

/** The ways to pay of a deployment or build with these settings, in the order in which they are shown. */
export function methodsBy(input: MethodSettings): readonly PaymentMethod[] {
  const usual: readonly PaymentMethod[] = ['paypal', 'card']
  if (!input.LINE_PAY_CHANNEL_ID?.trim()) return usual
  return input.LINE_PAY_FIRST?.trim() === '0' ? [...usual, 'line-pay'] : ['line-pay', ...usual]
}

/**
 * Payment methods that static pages name, set by next.config.ts (rule 94). Commands and tests omit
 * LINE Pay.
 */
export const NAMED_METHODS: readonly PaymentMethod[] = process.env.NAMED_METHODS
  ? process.env.NAMED_METHODS.split(',').flatMap((name) => findMethod(name) ?? [])
  : methodsBy({})

/** Display names of the providers for buyers and the owner. */
export const PROVIDER_TITLES: Readonly<Record<ProviderName, string>> = {
  paypal: 'PayPal',
  'line-pay': 'LINE Pay',
}

/** The provider that the shop's words name, where another one does not take its place. */
export const USUAL_TITLE = PROVIDER_TITLES.paypal

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
  /** After these refusals the buyer may approve the same attempt again; after any other only another way to pay helps. */
  readonly approvedAgain: ReadonlySet<string>
  /** Paid orders are checked daily this long, as the provider sends no events about refunds. */
  readonly watchesPaidFor: number
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const TERMS: Readonly<Record<ProviderName, ProviderCapabilities>> = {
  paypal: {
    // 3 hours to come, 3 to approve.
    openFor: 6 * HOUR,
    pauses: { first: 5 * MINUTE, most: 3 * HOUR },
    hasKeys: true,
    // Its own advice for these two is its window again.
    approvedAgain: new Set(['INSTRUMENT_DECLINED', 'PAYER_ACTION_REQUIRED']),
    watchesPaidFor: 0,
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
