/** Messages of the return codes that the stand-in produces. */
export const messages: Readonly<Record<string, string>> = {
  '0000': 'Success.',
  '0110': 'The buyer has approved; the payment can be confirmed.',
  '0121': 'The buyer cancelled, or the time is up.',
  '0122': 'The payment failed.',
  '0123': 'The payment is complete.',
  '1104': 'No such merchant.',
  '1106': 'The signature or a header is wrong.',
  '1124': 'The amount is wrong.',
  '1145': 'The payment is being worked on.',
  '1150': 'No such transaction.',
  '1155': 'Not a transaction id.',
  '1159': 'No such payment request.',
  '1164': 'More than is left to refund.',
  '1165': 'Refunded already.',
  '1169': 'The buyer has not approved yet.',
  '1172': 'A transaction of this order exists already.',
  '1177': 'More than 100 transactions were asked for.',
  '1178': 'The merchant does not take this currency.',
  '1180': 'The time to pay is up.',
  '2101': 'A parameter is wrong.',
  '2102': 'The body is not JSON.',
  '2103': 'A parameter is not allowed.',
}

/** An answer other than success. */
export class Refusal extends Error {
  readonly code: string

  constructor(code: string, more = '') {
    super([messages[code] ?? 'Refused.', more].filter(Boolean).join(' '))
    this.code = code
  }
}

const idNames = '(transactionId|refundTransactionId)'

/** The body of a success; ids leave as bare numbers of 19 digits, as LINE Pay sends them. */
export function successText(info: unknown): string {
  const body = { returnCode: '0000', returnMessage: messages['0000'], info }
  return JSON.stringify(body).replaceAll(new RegExp(`"${idNames}":"(\\d{19})"`, 'g'), '"$1":$2')
}

/** The body of an answer that carries a code alone. */
export function codeText(code: string, message = messages[code] ?? 'Refused.'): string {
  return JSON.stringify({ returnCode: code, returnMessage: message })
}
