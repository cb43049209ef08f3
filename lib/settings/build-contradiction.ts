import type { MethodSettings, PaymentMethod } from '../order/payment/methods.ts'

/** The settings that a build holds too. */
type ComparedWithBuild = MethodSettings & {
  readonly mode: 'local' | 'production'
  readonly NEXT_PUBLIC_SITE_URL: string
  readonly FIREBASE_PROJECT_ID: string
  readonly ECPAY_INVOICE_MERCHANT_ID?: string | undefined
  readonly ECPAY_LOGISTICS_MERCHANT_ID?: string | undefined
  readonly MAIL_PROVIDER?: string | undefined
}

/** Facts fixed by the build: `local` from its policy, the address in its links, and what its texts name. */
export type BuildFacts = {
  readonly local: boolean
  readonly siteUrl: string
  readonly methods: readonly PaymentMethod[]
  /** The ways to pay with some settings, in the order in which they are shown. */
  readonly methodsBy: (input: ComparedWithBuild) => readonly PaymentMethod[]
  readonly invoices: boolean
  /** Whether its policy names ECPay as carrier. */
  readonly parcels: boolean
  /** The mail provider that its policy names, or nothing. */
  readonly mailProvider: string
}

function inTexts(
  input: ComparedWithBuild,
  { methods, methodsBy, invoices, parcels, mailProvider }: BuildFacts,
): string | undefined {
  if (invoices !== Boolean(input.ECPAY_INVOICE_MERCHANT_ID))
    return `Build again with ECPAY_INVOICE_MERCHANT_ID as this server has it: the pages of this build ${invoices ? 'promise' : 'do not name'} automatic invoices.`
  if (parcels !== Boolean(input.ECPAY_LOGISTICS_MERCHANT_ID))
    return `Build again with ECPAY_LOGISTICS_MERCHANT_ID as this server has it: the privacy policy of this build ${parcels ? 'names' : 'does not name'} ECPay as carrier.`
  if (mailProvider !== (input.MAIL_PROVIDER ?? ''))
    return `Build again with MAIL_PROVIDER as this server has it: the privacy policy of this build names ${mailProvider || 'nobody'} as sender of mails.`
  const offered = methodsBy(input)
  if (offered.join() === methods.join()) return undefined
  return `Build again with LINE_PAY_CHANNEL_ID, LINE_PAY_FIRST and ECPAY_PAYMENT_MERCHANT_ID as this server has them: it offers ${offered.join(', ')}, and the pages of this build name ${methods.join(', ')}.`
}

/** Returns a sentence if the build belongs to another deployment. Local builds fit every port. */
export function buildContradiction(
  input: ComparedWithBuild,
  built: BuildFacts,
): string | undefined {
  if (built.local !== (input.mode === 'local')) {
    return `Build again with FIREBASE_PROJECT_ID=${input.FIREBASE_PROJECT_ID}: this build was made for ${built.local ? 'a local project' : 'a real project'}.`
  }
  if (input.mode === 'local') return undefined
  const address = input.NEXT_PUBLIC_SITE_URL.replace(/\/$/, '')
  return built.siteUrl === address
    ? inTexts(input, built)
    : `Build again with NEXT_PUBLIC_SITE_URL=${address}: the pages of this build say ${built.siteUrl}.`
}
