import { IN_APP_BROWSERS, type InAppBrowser } from '#lib/account/in-app-browser.ts'
import { type AmountProblem, amountProblem } from '#lib/payment/amount-limits.ts'
import { METHOD_NAMES } from '#lib/payment/method-titles.ts'
import { LEAVING, CODE_METHODS, type PaymentMethod } from '#lib/payment/methods.ts'
import { formatPrice } from '#lib/price/format-price.ts'

/** A payment method as one row of the choice: its name, one line about it, and why it can't be chosen. */
export type MethodRow = {
  readonly method: PaymentMethod
  readonly note: string
  /** Set on a method that is not possible. */
  readonly why?: string | undefined
}

/** The name of a payment method in a row and on a button: a card is a card, whoever takes it. */
export const ROW_NAMES: Readonly<Record<PaymentMethod, string>> = {
  ...METHOD_NAMES,
  cvs: '超商代碼',
}

const ROW_NOTES: Readonly<Record<PaymentMethod, string>> = {
  'line-pay': '在 LINE 中確認',
  'ecpay-card': '在綠界科技輸入卡號',
  card: '在 PayPal 輸入卡號',
  atm: '明天 23:59 前',
  cvs: '24 小時內',
  paypal: '登入 PayPal 付款',
}

/** What a button that pays an amount says, such as 用 LINE Pay 付 NT$1,540. */
export function payLabel(method: PaymentMethod, amount: number): string {
  const name = ROW_NAMES[method]
  const before = /^[A-Z]/.test(name) ? ' ' : ''
  const after = /[A-Za-z]$/.test(name) ? ' ' : ''
  return `用${before}${name}${after}付 ${formatPrice(amount)}`
}

/** Why a method does not take an amount, in the words of its row. */
export function amountReason({ why, limit }: AmountProblem): string {
  return `單筆${why === 'too-much' ? '最多' : '至少'} ${formatPrice(limit)}`
}

/** The row of a method; `why` says what keeps it from being chosen. */
export function methodRow(
  method: PaymentMethod,
  { why, inApp }: { why?: string | undefined; inApp?: InAppBrowser | undefined },
): MethodRow {
  const mayFail = inApp !== undefined && LEAVING[method]?.failsInApps === true
  const note = mayFail ? `在 ${IN_APP_BROWSERS[inApp]} 中可能無法開啟` : ROW_NOTES[method]
  return { method, note, why }
}

/** The rows of a checkout, by its total and by whether the buyer has proven an address. */
export function checkoutRows(
  methods: readonly PaymentMethod[],
  {
    amount,
    isVerified,
    inApp,
  }: { amount: number; isVerified: boolean; inApp?: InAppBrowser | undefined },
): readonly MethodRow[] {
  return methods.map((method) => {
    const problem = amountProblem(method, amount)
    const isWithheld = CODE_METHODS[method] !== undefined && !isVerified
    const why = problem ? amountReason(problem) : isWithheld ? '請先點驗證信中的連結' : undefined
    return methodRow(method, { why, inApp })
  })
}

/** The method that is chosen among rows: the wanted one if it is possible, else the first that is. */
export function chosenRow(
  rows: readonly MethodRow[],
  wanted: PaymentMethod | undefined,
): PaymentMethod | undefined {
  const possible = rows.filter(({ why }) => why === undefined)
  return (possible.find(({ method }) => method === wanted) ?? possible[0])?.method
}
