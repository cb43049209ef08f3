import 'server-only'

import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { z } from 'zod'

import {
  type EcpayAccount,
  fetchStores,
  invoiceAccount,
  logisticsAccount,
  type LogisticsAccount,
  type PaymentAccount,
  paymentAccount,
} from '#lib/adapters/ecpay/account.ts'
import { probeEcpayRefunds } from '#lib/adapters/ecpay/card-refunds.ts'
import { probeEcpayCashier } from '#lib/adapters/ecpay/cashier.ts'
import { probeEcpayNumbers } from '#lib/adapters/ecpay/codes.ts'
import { ecpayIssuer } from '#lib/adapters/ecpay/issuer.ts'
import { signature } from '#lib/adapters/line-pay/client.ts'
import { InvoiceProblem } from '#lib/invoice/issuer.ts'
import { type RangeNotice, rangeNotices } from '#lib/invoice/number-range.ts'
import { CarrierProblem } from '#lib/parcel/carrier.ts'
import { methodsBy, NUMBERED, type PaymentMethod } from '#lib/payment/methods.ts'
import { ProviderProblem } from '#lib/payment/provider.ts'
import type { Settings } from '#lib/settings/env.ts'
import { isLoopback } from '#lib/settings/validate.ts'
import { check, type CheckAnswer, type DoctorCheck, readAnswer, unseen } from './check.ts'

const fieldSchema = z.object({
  fieldPath: z.string(),
  order: z.string().optional(),
  arrayConfig: z.string().optional(),
})

/** The compared part of firestore.indexes.json. */
const indexFileSchema = z.object({
  indexes: z.array(z.object({ collectionGroup: z.string(), fields: z.array(fieldSchema) })),
  fieldOverrides: z
    .array(
      z.object({ collectionGroup: z.string(), fieldPath: z.string(), ttl: z.boolean().optional() }),
    )
    .default([]),
})
type WantedIndex = z.infer<typeof indexFileSchema>['indexes'][number]

/** Firestore's list of indexes (cloud.google.com, Firestore Admin API). */
const indexListSchema = z.object({
  indexes: z
    .array(z.object({ name: z.string(), state: z.string(), fields: z.array(fieldSchema) }))
    .default([]),
})

// Firestore appends the document name to an index's fields.
function inWords(fields: WantedIndex['fields']): string {
  return fields
    .filter(({ fieldPath }) => fieldPath !== '__name__')
    .map(({ fieldPath, order, arrayConfig }) => `${fieldPath} ${order ?? arrayConfig ?? ''}`)
    .join(', ')
}

/** Firestore's list of fields by which it removes documents (ttlConfig of the Firestore Admin API). */
const expiringFieldsSchema = z.object({
  fields: z
    .array(z.object({ name: z.string(), ttlConfig: z.object({ state: z.string() }).optional() }))
    .default([]),
})

function plain(rules: string): string {
  return rules.replaceAll(/\/\/[^\n]*/g, '').replaceAll(/\s+/g, '')
}

/** Addresses of Firestore's administration and rules. */
export type FirestoreAt = {
  readonly firestore: string
  readonly rules: string
  readonly project: string
  readonly token: string
}

const ROOT = join(import.meta.dirname, '..', '..')
const DEPLOY = 'firebase deploy --only firestore'

const releaseSchema = z.object({ rulesetName: z.string() })
const rulesetSchema = z.object({
  source: z.object({ files: z.array(z.object({ content: z.string() })).length(1) }),
})

function databaseProblem({ status, body }: CheckAnswer): string | undefined {
  const type = z.object({ type: z.string() }).safeParse(body).data?.type
  if (status === 200 && type === 'FIRESTORE_NATIVE') return undefined
  if (status === 200) return 'Make a new project: its database is in Datastore mode for ever.'
  return status === 404
    ? 'Create the database: Firebase console → Firestore Database, Standard edition, (default), near your server (asia-east1 is Taiwan).'
    : `Firestore answered ${status}: enable the Cloud Firestore API, and give the service account the role Firebase Admin.`
}

function indexFile() {
  const file = readFileSync(join(ROOT, 'firestore.indexes.json'), 'utf8')
  return indexFileSchema.parse(JSON.parse(file))
}

function expiryProblem({ status, body }: CheckAnswer, project: string): string | undefined {
  if (status !== 200) return `Firestore answered ${status} when asked for its fields.`
  const { fields } = expiringFieldsSchema.catch({ fields: [] }).parse(body)
  const active = fields.filter(({ ttlConfig }) => ttlConfig?.state === 'ACTIVE')
  const kept = indexFile()
    .fieldOverrides.filter(({ ttl }) => ttl)
    .filter(
      ({ collectionGroup, fieldPath }) =>
        !active.some(({ name }) => name.endsWith(`/${collectionGroup}/fields/${fieldPath}`)),
    )
    .map(({ collectionGroup }) => collectionGroup)
  return kept.length === 0
    ? undefined
    : `Run ${DEPLOY} --project ${project} and wait a day: Firestore does not yet remove old documents of ${kept.join(', ')}.`
}

function indexProblem({ status, body }: CheckAnswer, project: string): string | undefined {
  if (status !== 200) return `Firestore answered ${status} when asked for its indexes.`
  const { indexes } = indexListSchema.catch({ indexes: [] }).parse(body)
  const ready = new Set(
    indexes
      .filter(({ state }) => state === 'READY')
      .map(({ name, fields }) => `${name.split('/').at(-3) ?? ''} (${inWords(fields)})`),
  )
  const missing = indexFile()
    .indexes.map(({ collectionGroup, fields }) => `${collectionGroup} (${inWords(fields)})`)
    .filter((index) => !ready.has(index))
  return missing.length === 0
    ? undefined
    : `Run ${DEPLOY} --project ${project} and wait until these are built: ${missing.join('; ')}.`
}

async function rulesProblem({ rules, project, token }: FirestoreAt): Promise<string | undefined> {
  const advice = `Run ${DEPLOY} --project ${project}: the database's rules are not those of firestore.rules, by which nobody reaches it but the server.`
  const release = await readAnswer(`${rules}/v1/projects/${project}/releases/cloud.firestore`, {
    token,
  })
  const ruleset = releaseSchema.safeParse(release.body).data?.rulesetName
  if (release.status !== 200 || ruleset === undefined) return advice
  const { body } = await readAnswer(`${rules}/v1/${ruleset}`, { token })
  const present = rulesetSchema.safeParse(body).data?.source.files[0]?.content ?? ''
  const wanted = readFileSync(join(ROOT, 'firestore.rules'), 'utf8')
  return plain(present) === plain(wanted) ? undefined : advice
}

/** Checks that the database is there with this repository's indexes and rules; changes nothing. */
export async function verifyFirestore(at: FirestoreAt): Promise<readonly DoctorCheck[]> {
  const { firestore, project, token } = at
  const database = `${firestore}/v1/projects/${project}/databases/(default)`
  const [found, indexes, fields, rules] = await Promise.all([
    readAnswer(database, { token }),
    readAnswer(`${database}/collectionGroups/-/indexes`, { token }),
    readAnswer(`${database}/collectionGroups/-/fields?filter=ttlConfig:*`, { token }),
    rulesProblem(at),
  ])
  const problem = databaseProblem(found)
  const reached = check('Firestore database', problem)
  if (problem !== undefined) return [reached]
  return [
    reached,
    check('Firestore indexes', indexProblem(indexes, project)),
    check('Firestore removes what is old', expiryProblem(fields, project)),
    check('Firestore rules', rules),
  ]
}

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
const WITHOUT_KEYS =
  'Set ECPAY_PAYMENT_MERCHANT_ID, ECPAY_PAYMENT_KEY and ECPAY_PAYMENT_IV, or take ECPAY_PAYMENT_REFUNDS out: without them the shop sends no refund to ECPay.'

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
  if (!methods.some((method) => NUMBERED[method])) return checks
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
  const sendsRefunds = settings.ECPAY_PAYMENT_REFUNDS === '1'
  const groups = await Promise.all([
    parcels ? verifyParcels(parcels) : [],
    invoices ? verifyInvoices(invoices, now) : [],
    payments
      ? verifyPayments(payments, {
          paypal: settings.PAYPAL_ENVIRONMENT,
          methods: methodsBy(settings),
          sendsRefunds,
        })
      : sendsRefunds
        ? [check(REFUNDS, WITHOUT_KEYS)]
        : [],
  ])
  return groups.flat()
}

/** LINE Pay's address and the shop's account; `paypal` is PayPal's environment, which must be of the same kind. */
export type LinePayAt = {
  readonly base: string
  readonly channelId: string
  readonly channelSecret: string
  readonly paypal: 'sandbox' | 'live'
}

const KEYS = 'pay.line.me → 開發者工具 → 管理連結金鑰'
/** LINE Pay's host for real money. */
export const LIVE = 'https://api-pay.line.me'
const SANDBOX = 'https://sandbox-api-pay.line.me'

// No payment has this id: valid keys get "not found".
const NO_PAYMENT = '/v4/payments/requests/2000010100000000001/check'
const NOT_THERE = new Set(['1150', '1155', '1159'])

const answerSchema = z.object({ returnCode: z.string() })

function keysProblem(code: string | undefined, status: number, base: string): string | undefined {
  if (code !== undefined && NOT_THERE.has(code)) return undefined
  if (code === '1104')
    return `Set LINE_PAY_CHANNEL_ID to the channel of this account: ${KEYS}; ${base} knows no such merchant (1104). Keys of the sandbox are unknown to the real host.`
  if (code === '1106')
    return `Set LINE_PAY_CHANNEL_SECRET to the secret of this channel: ${KEYS}; LINE Pay refuses its signature (1106).`
  return `LINE Pay (${base}) answered ${code ?? (status || 'nothing')} when asked for a payment that cannot be.`
}

/**
 * Problem of the host: sandbox and production payments are invisible to each other. Both providers
 * must use the same kind.
 */
export function hostProblem({
  base,
  paypal,
}: Pick<LinePayAt, 'base' | 'paypal'>): string | undefined {
  const isReal = base === LIVE
  if (isReal === (paypal === 'live')) return undefined
  return isReal
    ? `Set LINE_PAY_API_BASE=${SANDBOX} with keys of the sandbox, or PAYPAL_ENVIRONMENT=live: LINE Pay takes real money here, and PayPal does not.`
    : 'Unset LINE_PAY_API_BASE and set the keys of the real account: PayPal takes real money (PAYPAL_ENVIRONMENT=live), and LINE Pay is the sandbox, where nobody pays.'
}

/** Checks that LINE Pay lets the shop in, by asking for a payment that cannot be; changes nothing. */
export async function verifyLinePay(at: LinePayAt): Promise<readonly DoctorCheck[]> {
  const base = at.base.replace(/\/$/, '')
  const nonce = randomUUID()
  const { status, body } = await readAnswer(`${base}${NO_PAYMENT}`, {
    headers: {
      'content-type': 'application/json',
      'x-line-channelid': at.channelId,
      'x-line-authorization-nonce': nonce,
      'x-line-authorization': signature(at.channelSecret, { path: NO_PAYMENT, sent: '', nonce }),
    },
  })
  const code = answerSchema.safeParse(body).data?.returnCode
  return [
    check('LINE Pay channel', keysProblem(code, status, base)),
    check('LINE Pay host', hostProblem({ ...at, base })),
  ]
}
