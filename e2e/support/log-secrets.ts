import { LINE_PAY, PAYPAL, SWEEP_SECRET } from '../../local/environment.ts'
import { RECIPIENT } from './pages/checkout.ts'

/** Secrets that must not be logged: personal data and credentials. */
const SECRETS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['a mail address', /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/],
  ['a mobile number', /\b09\d{2}-?\d{3}-?\d{3}\b/],
  ['a name', new RegExp(`${RECIPIENT.lastName}|${RECIPIENT.firstName}`)],
  ['an address', new RegExp(RECIPIENT.address.slice(0, 4))],
  ['a session or ID token', /eyJ[\w-]{10,}/],
  ["a token of PayPal's", /A21AA|Bearer /],
  ["PayPal's secret", new RegExp(PAYPAL.clientSecret)],
  ["LINE Pay's secret", new RegExp(LINE_PAY.channelSecret)],
  ["a page of LINE Pay's", /transactionReserveId/],
  ["the scheduler's secret", new RegExp(SWEEP_SECRET)],
  ['a password', /a-test-password|secret-1\b/],
  ['a stack', /^ {4}at /m],
]

// Next logs a page's error with its stack; a test provokes this one.
const PROVOKED = /^⨯ OrderUnreadable: orders\/\w+: items\n(?: {4}at .*\n)+/gm

/** Returns the secrets in a log with their lines. */
export function secretsIn(log: string): readonly string[] {
  const lines = log.replaceAll(PROVOKED, '').split('\n')
  return SECRETS.flatMap(([name, pattern]) => {
    const line = lines.find((one) => pattern.test(one))
    return line === undefined ? [] : [`${name}: ${line}`]
  })
}
