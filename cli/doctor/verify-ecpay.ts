import 'server-only'

import { probeEcpayRefunds } from '#lib/adapters/ecpay/card-refunds.ts'
import { probeEcpayCashier } from '#lib/adapters/ecpay/cashier.ts'
import {
  type EcpayAccount,
  fetchStores,
  invoiceAccount,
  logisticsAccount,
  type LogisticsAccount,
  type PaymentAccount,
  paymentAccount,
} from '#lib/adapters/ecpay/client.ts'
import { ecpayIssuer } from '#lib/adapters/ecpay/issuer.ts'
import { probeEcpayNumbers } from '#lib/adapters/ecpay/payment-codes.ts'
import { InvoiceProblem } from '#lib/invoice/issuer.ts'
import { type RangeNotice, rangeNotices } from '#lib/invoice/number-range.ts'
import { CarrierProblem } from '#lib/parcel/carrier.ts'
import { methodsBy, CODE_METHODS, type PaymentMethod } from '#lib/payment/methods.ts'
import { ProviderProblem } from '#lib/payment/provider.ts'
import { isLoopback } from '#lib/settings/loopback.ts'
import type { Settings } from '#lib/settings/parse-settings.ts'
import { check, type DoctorCheck, unseen } from './check.ts'

const CONSOLE = 'vendor.ecpay.com.tw → 系統開發管理 → 系統介接設定'

/** Checks that ECPay gives this shop the stores that its checkout shows; changes nothing. */
export async function verifyParcels(account: LogisticsAccount): Promise<readonly DoctorCheck[]> {
  const name = 'ECPay store list'
  try {
    const stores = await fetchStores(account, '7-11', [])
    return [check(name, stores.length > 0 ? undefined : 'ECPay lists no store of 7-ELEVEN.')]
  } catch (error) {
    if (!(error instanceof CarrierProblem)) throw error
    const { kind, issue } = error
    if (kind === 'refused') {
      const advice = `Set ECPAY_LOGISTICS_MERCHANT_ID, _KEY and _IV to those of the C2C contract: ${CONSOLE}; ECPay refuses the store list (${issue}).`
      return [check(name, advice)]
    }
    const why =
      kind === 'throttled'
        ? 'Wait for half an hour: ECPay shuts this address out after too many calls.'
        : `ECPay gave no store list (${issue}).`
    return [check(name, why)]
  }
}

const NUMBERS: Readonly<Record<RangeNotice, string>> = {
  'none-left':
    'Enable invoice numbers of this period at einvoice.ecpay.com.tw → 字軌: none is left, so no invoice can be issued.',
  'few-left':
    'Apply for more invoice numbers of this period, and enable them: fewer than thirty are left.',
  'next-missing':
    "Enable the next period's invoice numbers at einvoice.ecpay.com.tw → 字軌 before this one ends.",
}

/** Checks that ECPay lets this shop issue invoices and that it has numbers for them; changes nothing. */
export async function verifyInvoices(
  account: EcpayAccount,
  now: Date,
): Promise<readonly DoctorCheck[]> {
  try {
    const ranges = await ecpayIssuer(account).numberRanges(now)
    const sentences = rangeNotices(ranges, now).map((notice) => NUMBERS[notice])
    const [first, ...more] = sentences
    return [
      check('ECPay invoice numbers', first),
      ...more.map((sentence) => check('ECPay invoice numbers, next period', sentence)),
    ]
  } catch (error) {
    if (!(error instanceof InvoiceProblem)) throw error
    const problem =
      error.kind === 'keys'
        ? `Set ECPAY_INVOICE_MERCHANT_ID, _KEY and _IV to those of the invoice contract: ${CONSOLE}; ECPay answers ${error.words}.`
        : `ECPay gave no invoice numbers (${error.words}).`
    return [check('ECPay invoice numbers', problem)]
  }
}

const WRONG_KEYS =
  "Set ECPAY_PAYMENT_MERCHANT_ID, ECPAY_PAYMENT_KEY and ECPAY_PAYMENT_IV to the 金流 keys of your contract, which are other ones than those for parcels and invoices: ECPay's answer is not signed by them."
const MIXED =
  "Set PAYPAL_ENVIRONMENT=live: ECPay's cashier takes real money here, and PayPal does not."

const REFUNDS = 'ECPay refunds of cards'
const BY_HAND =
  "The owner makes them in ECPay's console and notes them on the order, until ECPAY_PAYMENT_REFUNDS=1 has the shop send them: docs/payments.zh-Hant.md says what to try before."

/**
 * Checks that ECPay's cashier knows the shop's keys, and its numbers where the shop offers them, by asking for payments
 * that cannot be; changes nothing.
 */
export async function verifyPayments(
  account: PaymentAccount,
  {
    paypal,
    methods = [],
    sendsRefunds = false,
  }: {
    readonly paypal: 'sandbox' | 'live'
    readonly methods?: readonly PaymentMethod[]
    readonly sendsRefunds?: boolean
  },
): Promise<readonly DoctorCheck[]> {
  const cashier = await paymentsProblem(() => probeEcpayCashier(account))
  const mixed = paypal === 'sandbox' && !isLoopback(account.base) ? MIXED : undefined
  const refunds = sendsRefunds
    ? check(REFUNDS, await paymentsProblem(() => probeEcpayRefunds(account)))
    : unseen(REFUNDS, BY_HAND)
  const checks = [check('ECPay cashier', cashier ?? mixed), refunds]
  if (!methods.some((method) => CODE_METHODS[method])) return checks
  const numbers = await paymentsProblem(() => probeEcpayNumbers(account))
  return [...checks, check('ECPay numbers for transfers and stores', numbers)]
}

async function paymentsProblem(probe: () => Promise<void>): Promise<string | undefined> {
  try {
    await probe()
    return undefined
  } catch (error) {
    if (!(error instanceof ProviderProblem)) throw error
    const advice: Readonly<Record<string, string>> = {
      UNSIGNED: WRONG_KEYS,
      UNSEALED: WRONG_KEYS,
      HTTP_403: 'Wait for half an hour: ECPay has shut this address out after too many calls.',
      SHUT_OUT: 'Wait for half an hour: ECPay has shut this address out after too many calls.',
    }
    const { issue } = error
    return advice[issue] ?? `ECPay's cashier gave no answer (${issue}).`
  }
}

/** Checks what of ECPay is set; a shop without it lacks nothing. */
export async function verifyEcpay(settings: Settings, now: Date): Promise<readonly DoctorCheck[]> {
  const [parcels, invoices] = [logisticsAccount(settings), invoiceAccount(settings)]
  const payments = paymentAccount(settings)
  const groups = await Promise.all([
    parcels ? verifyParcels(parcels) : [],
    invoices ? verifyInvoices(invoices, now) : [],
    payments
      ? verifyPayments(payments, {
          paypal: settings.PAYPAL_ENVIRONMENT,
          methods: methodsBy(settings),
          sendsRefunds: settings.ECPAY_PAYMENT_REFUNDS === '1',
        })
      : [],
  ])
  return groups.flat()
}
