import type { OrderStatus } from '#lib/order/order-status.ts'

/** The ways to pay that the shop knows; nothing else is accepted from the browser. */
export const PAYMENT_METHODS = ['paypal', 'card', 'line-pay', 'ecpay-card', 'atm', 'cvs'] as const
export type PaymentMethod = (typeof PAYMENT_METHODS)[number]

/** The way to pay of this name; undefined where the shop knows none. */
export function findMethod(name: unknown): PaymentMethod | undefined {
  return PAYMENT_METHODS.find((one) => one === name)
}

/** The name of the provider behind each way to pay. */
const PROVIDERS = {
  paypal: 'paypal',
  card: 'paypal',
  'line-pay': 'line-pay',
  'ecpay-card': 'ecpay',
  atm: 'ecpay-code',
  cvs: 'ecpay-code',
} as const

/** A provider by its name, as attempts keep it. */
export type ProviderName = (typeof PROVIDERS)[PaymentMethod]

/** The name of the provider behind a way to pay. */
export function providerOf(method: PaymentMethod): ProviderName {
  return PROVIDERS[method]
}

/** The settings that decide which ways to pay there are. */
export type MethodSettings = {
  readonly LINE_PAY_CHANNEL_ID?: string | undefined
  readonly LINE_PAY_FIRST?: string | undefined
  readonly ECPAY_PAYMENT_MERCHANT_ID?: string | undefined
  readonly ECPAY_PAYMENT_METHODS?: string | undefined
}

/** The ways to pay that a contract with ECPay may have, by their names in ECPAY_PAYMENT_METHODS. */
export const ECPAY_METHODS = { card: 'ecpay-card', atm: 'atm', cvs: 'cvs' } as const

/** Those of ECPay's ways that a setting names, in their order here; undefined where it names another. A card without it. */
export function ecpayMethods(setting = 'card'): readonly PaymentMethod[] | undefined {
  const names = setting.split(',').map((name) => name.trim())
  if (names.some((name) => !Object.hasOwn(ECPAY_METHODS, name))) return undefined
  return Object.entries(ECPAY_METHODS).flatMap(([name, method]) =>
    names.includes(name) ? [method] : [],
  )
}

/**
 * The payment methods of a deployment or build with these settings, in the order in which they are shown: a PayPal
 * account of Taiwan takes nothing from buyers in Taiwan, so the methods of this country come first. A card is one row:
 * where ECPay takes cards, PayPal's own card button is off.
 */
export function methodsBy(settings: MethodSettings): readonly PaymentMethod[] {
  const linePay: readonly PaymentMethod[] = settings.LINE_PAY_CHANNEL_ID?.trim() ? ['line-pay'] : []
  const ecpay: readonly PaymentMethod[] = settings.ECPAY_PAYMENT_MERCHANT_ID?.trim()
    ? (ecpayMethods(settings.ECPAY_PAYMENT_METHODS?.trim() || undefined) ?? [])
    : []
  const isLast = settings.LINE_PAY_FIRST?.trim() === '0'
  const usual: readonly PaymentMethod[] = ecpay.includes('ecpay-card')
    ? ['paypal']
    : ['paypal', 'card']
  return isLast ? [...ecpay, ...usual, ...linePay] : [...linePay, ...ecpay, ...usual]
}

/** The least and the most that a way takes for one order, in whole TWD, as its provider publishes it. */
const LIMITS: Partial<Readonly<Record<PaymentMethod, readonly [least: number, most: number]>>> = {
  // ECPay's fee page, for a private person's account; a company's may take more, which its contract says.
  'ecpay-card': [5, 199_999],
  atm: [11, 49_999],
  cvs: [33, 6_000],
}

/** Why a payment method does not take an amount, with its limit in whole TWD. */
export type AmountProblem = {
  readonly why: 'too-little' | 'too-much'
  readonly limit: number
}

/** Why a payment method does not take this amount, in whole TWD; undefined if it does. */
export function amountProblem(method: PaymentMethod, amount: number): AmountProblem | undefined {
  const [least, most] = LIMITS[method] ?? [0, Number.POSITIVE_INFINITY]
  if (amount < least) return { why: 'too-little', limit: least }
  return amount > most ? { why: 'too-much', limit: most } : undefined
}

/** Those of the payment methods that take this amount, in whole TWD. */
export function methodsFor(
  methods: readonly PaymentMethod[],
  amount: number,
): readonly PaymentMethod[] {
  return methods.filter((method) => amountProblem(method, amount) === undefined)
}

/**
 * Payment methods that static pages name, set by next.config.ts. Commands and tests omit
 * LINE Pay.
 */
export const NAMED_METHODS: readonly PaymentMethod[] = process.env.NAMED_METHODS
  ? process.env.NAMED_METHODS.split(',').flatMap((name) => findMethod(name) ?? [])
  : methodsBy({})

/** Display names of the providers for buyers and the owner. */
export const PROVIDER_TITLES: Readonly<Record<ProviderName, string>> = {
  paypal: 'PayPal',
  'line-pay': 'LINE Pay',
  ecpay: '綠界科技',
  'ecpay-code': '綠界科技',
}

/** The ways to pay, as buyers and the owner read them. */
export const METHOD_TITLES: Readonly<Record<PaymentMethod, string>> = {
  paypal: 'PayPal',
  card: '信用卡',
  'line-pay': 'LINE Pay',
  'ecpay-card': '信用卡（綠界科技）',
  atm: 'ATM 轉帳',
  cvs: '超商代碼繳費',
}

/** The same in a sentence about all of them: a card is a card to the reader, whoever takes it. */
export const METHOD_NAMES: Readonly<Record<PaymentMethod, string>> = {
  ...METHOD_TITLES,
  'ecpay-card': METHOD_TITLES.card,
}

/** The methods for which the buyer's browser leaves the shop, and the name of the place that it goes to. */
export const LEAVING: Partial<
  Readonly<
    Record<
      PaymentMethod,
      {
        readonly place: string
        /** Whether the place has been seen to fail inside of LINE's, Instagram's and other apps. */
        readonly failsInApps?: true
      }
    >
  >
> = {
  'line-pay': { place: 'LINE Pay' },
  'ecpay-card': { place: '綠界科技', failsInApps: true },
}

/**
 * The ways by which the buyer pays a number that the shop shows, until a deadline: the button, what the number is called,
 * and for how long ECPay is asked to take it, ATM in days that end at midnight in Taipei, a store's code in minutes.
 */
export const NUMBERED: Partial<
  Readonly<
    Record<
      PaymentMethod,
      {
        readonly button: string
        readonly number: string
        readonly act: string
        readonly days?: number
        readonly minutes?: number
      }
    >
  >
> = {
  atm: { button: '取得 ATM 轉帳帳號', number: '轉帳帳號', act: '轉帳', days: 1 },
  cvs: { button: '取得超商繳費代碼', number: '繳費代碼', act: '繳費', minutes: 1440 },
}

/** A number in groups of four, as people read and type it. */
export function numberGroups(number: string): string {
  return number.replaceAll(/(.{4})(?=.)/g, '$1 ')
}

/** The ways to pay in the order for an app's own browser: what may fail there comes last. */
export function methodsInApp(methods: readonly PaymentMethod[]): readonly PaymentMethod[] {
  const fails = (method: PaymentMethod) => LEAVING[method]?.failsInApps === true
  return [...methods.filter((one) => !fails(one)), ...methods.filter(fails)]
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
  /** Whether the provider shuts out who asks too often, so that buyers' questions are limited (question-limits.ts). */
  readonly shutsOut?: true
  /** Paid orders are checked daily this long, as the provider sends no events about refunds. */
  readonly watchesPaidFor: number
  /** Set where the provider has books of all money that came and went: they are at most so late. */
  readonly booksBehind?: number
  /**
   * Set where nobody but the owner can give money back, at the provider's console, or by a transfer to an account that the
   * buyer has to name: nothing is sent.
   */
  readonly refundsByHand?: 'at-provider' | 'to-bank'
  /** The setting that, set to 1, has the shop send these refunds after all. */
  readonly refundsBySetting?: 'ECPAY_PAYMENT_REFUNDS'
  /** Until this time in Taipei a payment of the day is undone whole, without a trace at its buyer's bank. */
  readonly undoneBefore?: string
  /**
   * Set where the money moves when the buyer confirms, without a capture of the shop's: any number that was ever handed
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
    /** Set where the shop itself asks for the number and shows it, with a deadline of its own. */
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
    refundsByHand: 'at-provider',
    refundsBySetting: 'ECPAY_PAYMENT_REFUNDS',
    undoneBefore: DAILY_CLOSE.from,
    takesByItself: {
      unknownFor: 60 * MINUTE,
      leavesFor: 30 * MINUTE,
      lag: 40 * MINUTE,
      watchedAfter: [2 * HOUR, DAY, 3 * DAY],
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
    refundsByHand: 'to-bank',
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

/** How late a provider's books of all its money are, in milliseconds; undefined where it has none, or is none. */
export function booksBehind(name: string | undefined): number | undefined {
  return name !== undefined && isProviderName(name) ? TERMS[name].booksBehind : undefined
}

/** Why an attempt was ended whose order had given its pieces back, when they were gone. */
export const OUT_OF_STOCK = 'out-of-stock'

/**
 * The status of an order's payment, as a member sees it. `taken-back`: all of it went back, and not all by refunds of
 * the shop's.
 */
export type PaymentStatus =
  | 'unpaid'
  | 'confirming'
  | 'pending'
  | 'paid'
  | 'declined'
  | 'review'
  /** Nothing was captured, and nothing can be until the owner has looked: the provider refuses the number. */
  | 'blocked'
  | 'expired'
  | 'partly-refunded'
  | 'refunded'
  | 'taken-back'
  | 'disputed'
  | 'cancelled'
  /** Nothing was captured, because the pieces were gone; payable again when there are some. */
  | 'out-of-stock'

/** Headline of a payment page: pay, or how the order stands. */
export type Headline =
  | 'pay'
  | 'ordered'
  | 'shipped'
  | 'completed'
  | Exclude<PaymentStatus, PayableStatus | 'paid'>

/** The headline of an order whose payment stands so; `order` is the order's own status. */
export function headlineOf(status: PaymentStatus, order?: OrderStatus): Headline {
  if (isPayable(status)) return 'pay'
  if (status !== 'paid') return status
  if (order === '已出貨') return 'shipped'
  return order === '已完成' ? 'completed' : 'ordered'
}

const PAYABLE = ['unpaid', 'declined', 'expired', OUT_OF_STOCK] as const

/** The statuses of a payment that can be started, or started again. */
type PayableStatus = (typeof PAYABLE)[number]

/** Whether a payment with this status can be started, or started again. */
export function isPayable(status: PaymentStatus): status is PayableStatus {
  return PAYABLE.some((one) => one === status)
}

/**
 * A member's view of a payment: its status, whether the same window may open again, and
 * how many refusals of the attempt the answer tells.
 */
export type PaymentAnswer = {
  readonly status: PaymentStatus
  readonly again: boolean
  readonly refusals: number
  /** The provider that tells nothing of it now: the status is the last one known, and money may have come since. */
  readonly unanswered?: string
}

/** Why no payment can be started: the order's status, the provider's refusal, no pieces, or too many attempts. */
export type StartRefusal =
  | Exclude<PaymentStatus, PayableStatus>
  | typeof OUT_OF_STOCK
  | 'refused'
  | 'too-many'
  /** No number for a transfer or a store is made for this order now: only another way helps. */
  | 'no-number'

/**
 * Data for the browser to open the approval. `approveAt` is the provider's own page, if it has one.
 */
export type ApprovalStart = {
  readonly reference: string
  readonly refusals: number
  readonly approveAt?: string
}
