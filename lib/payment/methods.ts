/** The payment methods that the shop knows; nothing else is accepted from the browser. */
export const PAYMENT_METHODS = ['paypal', 'card', 'line-pay', 'ecpay-card', 'atm', 'cvs'] as const
export type PaymentMethod = (typeof PAYMENT_METHODS)[number]

/** The payment method of this name, or undefined if the shop knows none. */
export function findMethod(name: unknown): PaymentMethod | undefined {
  return PAYMENT_METHODS.find((one) => one === name)
}

/** The name of the provider behind each payment method. */
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

/** The name of the provider behind a payment method. */
export function providerOf(method: PaymentMethod): ProviderName {
  return PROVIDERS[method]
}

/** The settings that decide which payment methods there are. */
export type MethodSettings = {
  readonly LINE_PAY_CHANNEL_ID?: string | undefined
  readonly LINE_PAY_FIRST?: string | undefined
  readonly ECPAY_PAYMENT_MERCHANT_ID?: string | undefined
  readonly ECPAY_PAYMENT_METHODS?: string | undefined
}

/** The payment methods that a contract with ECPay may have, by their names in ECPAY_PAYMENT_METHODS. */
export const ECPAY_METHODS = { card: 'ecpay-card', atm: 'atm', cvs: 'cvs' } as const

/** Those of ECPay's ways that a setting names, in their order here, or undefined if it names another. A card without it. */
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

/**
 * Payment methods that static pages name, set by next.config.ts. Commands and tests omit
 * LINE Pay.
 */
export const NAMED_METHODS: readonly PaymentMethod[] = process.env.NAMED_METHODS
  ? process.env.NAMED_METHODS.split(',').flatMap((name) => findMethod(name) ?? [])
  : methodsBy({})

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
export const CODE_METHODS: Partial<
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
export function codeGroups(number: string): string {
  return number.replaceAll(/(.{4})(?=.)/g, '$1 ')
}

/** The payment methods in the order for an app's own browser: what may fail there comes last. */
export function methodsInApp(methods: readonly PaymentMethod[]): readonly PaymentMethod[] {
  const fails = (method: PaymentMethod) => LEAVING[method]?.failsInApps === true
  return [...methods.filter((method) => !fails(method)), ...methods.filter(fails)]
}
