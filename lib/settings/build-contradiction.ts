import type { MethodSettings, PaymentMethod } from '#lib/payment/methods.ts'

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
  /** The payment methods with some settings, in the order in which they are shown. */
  readonly methodsBy: (settings: ComparedWithBuild) => readonly PaymentMethod[]
  readonly invoices: boolean
  /** Whether its policy names ECPay as carrier. */
  readonly parcels: boolean
  /** The mail provider that its policy names, or nothing. */
  readonly mailProvider: string
}

/** Returns a sentence if the build belongs to another deployment. Local builds fit every port. */
export function buildContradiction(
  settings: ComparedWithBuild,
  built: BuildFacts,
): string | undefined {
  if (built.local !== (settings.mode === 'local')) {
    return `Build again with FIREBASE_PROJECT_ID=${settings.FIREBASE_PROJECT_ID}: this build was made for ${built.local ? 'a local project' : 'a real project'}.`
  }
  if (settings.mode === 'local') return undefined
  const address = settings.NEXT_PUBLIC_SITE_URL.replace(/\/$/, '')
  if (built.siteUrl !== address)
    return `Build again with NEXT_PUBLIC_SITE_URL=${address}: the pages of this build say ${built.siteUrl}.`
  const { methods, methodsBy, invoices, parcels, mailProvider } = built
  if (invoices !== Boolean(settings.ECPAY_INVOICE_MERCHANT_ID))
    return `Build again with ECPAY_INVOICE_MERCHANT_ID as this server has it: the pages of this build ${invoices ? 'promise' : 'do not name'} automatic invoices.`
  if (parcels !== Boolean(settings.ECPAY_LOGISTICS_MERCHANT_ID))
    return `Build again with ECPAY_LOGISTICS_MERCHANT_ID as this server has it: the privacy policy of this build ${parcels ? 'names' : 'does not name'} ECPay as carrier.`
  if (mailProvider !== (settings.MAIL_PROVIDER ?? ''))
    return `Build again with MAIL_PROVIDER as this server has it: the privacy policy of this build names ${mailProvider || 'nobody'} as sender of mails.`
  const offered = methodsBy(settings)
  if (offered.join() === methods.join()) return undefined
  return `Build again with LINE_PAY_CHANNEL_ID, LINE_PAY_FIRST, ECPAY_PAYMENT_MERCHANT_ID and ECPAY_PAYMENT_METHODS as this server has them: it offers ${offered.join(', ')}, and the pages of this build name ${methods.join(', ')}.`
}
