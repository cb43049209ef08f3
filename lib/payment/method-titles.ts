import type { PaymentMethod, ProviderName } from './methods.ts'

/** Display names of the providers for buyers and the owner. */
export const PROVIDER_TITLES: Readonly<Record<ProviderName, string>> = {
  paypal: 'PayPal',
  'line-pay': 'LINE Pay',
  ecpay: '綠界科技',
  'ecpay-code': '綠界科技',
}

/** The payment methods, as buyers and the owner read them. */
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

/** The provider that the shop's words name, where another one does not take its place. */
export const USUAL_TITLE = PROVIDER_TITLES.paypal
