import type { PaymentMethod } from './methods.ts'

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
