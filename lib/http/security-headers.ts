import { createHash, randomBytes } from 'node:crypto'

import { ANALYTICS } from '#lib/consent/analytics.ts'
import { CONSENT_SCRIPT } from '#lib/consent/consent.ts'
import { LANGUAGE_SCRIPT } from '#lib/text/header-labels.ts'

// The addresses of stand-ins vary, so a laptop's build allows every port of this machine.
const LOCAL = 'http://127.0.0.1:* http://localhost:*'
const PAYPAL = 'https://*.paypal.com https://*.paypalobjects.com'
const GOOGLE = 'https://identitytoolkit.googleapis.com https://securetoken.googleapis.com'

/** Build facts that the headers depend on. */
export type HeaderBuild = {
  /** Whether it may talk to stand-ins. */
  readonly isLocal: boolean
  /** Hosts of the analytics script and of its reports. */
  readonly analyticsHosts: readonly string[]
  /** Whether Next's development server serves it: React's development build evaluates text. */
  readonly isDevelopment?: boolean
}

/** A header and its value, as Next's configuration takes them. */
export type Header = { readonly key: string; readonly value: string }

/** Endpoint of CSP violation reports (app/api/reports). */
export const REPORTS_PATH = '/api/reports'

/**
 * CSP of every page. It survives soft navigations, so it allows sign-in and payment; static pages
 * need inline scripts.
 */
export function contentSecurityPolicy(build: HeaderBuild): string {
  const { isLocal, analyticsHosts } = build
  const hosts = [PAYPAL, ...analyticsHosts, ...(isLocal ? [LOCAL] : [])].join(' ')
  return policyOf(
    build,
    `'self' 'unsafe-inline'${evaluation(build)} https://apis.google.com ${hosts}`,
  )
}

/** Allows scripts with this nonce and those that they load. */
export type NoncePolicy = {
  readonly nonce: string
  /** Hashes of the shop's own inline scripts, which bear no nonce. */
  readonly hashes: readonly string[]
  /** Text may become code only through the shop's policies, or those and Google's. */
  readonly trustedTypes?: 'own' | 'google' | undefined
}

// The shop's own (instrumentation-client.ts, preview-markup.ts).
const TYPE_POLICIES = ['default', 'content-preview']

// Those that Google's script makes for itself; any script could make markup by the second.
const GOOGLE_POLICIES = ['gapi#gapi', 'goog#html']

function trustedTypes(provesByGoogle: boolean): string {
  const names = [...TYPE_POLICIES, ...(provesByGoogle ? GOOGLE_POLICIES : [])]
  return `require-trusted-types-for 'script'; trusted-types ${names.join(' ')}`
}

/** The policy of a page that is made for one request: no inline script and no foreign one but by its nonce. */
export function noncePolicy(build: HeaderBuild, page: NoncePolicy): string {
  const hashes = page.hashes.map((hash) => ` '${hash}'`).join('')
  const scripts = `'nonce-${page.nonce}' 'strict-dynamic'${hashes}${evaluation(build)}`
  const policy = policyOf(build, scripts)
  // The development server evaluates text of its own.
  if (page.trustedTypes === undefined || build.isDevelopment === true) return policy
  return `${policy}; ${trustedTypes(page.trustedTypes === 'google')}`
}

function evaluation({ isDevelopment = false }: HeaderBuild): string {
  return isDevelopment ? " 'unsafe-eval'" : ''
}

function policyOf({ isLocal, analyticsHosts }: HeaderBuild, scripts: string): string {
  const local = isLocal ? ` ${LOCAL}` : ''
  const analytics = analyticsHosts.map((host) => ` ${host}`).join('')
  const rules = [
    "default-src 'self'",
    `script-src ${scripts}`,
    `style-src 'self' 'unsafe-inline' ${PAYPAL}`,
    `img-src 'self' data: blob: ${PAYPAL}${analytics}`,
    "font-src 'self'",
    `connect-src 'self' ${GOOGLE} ${PAYPAL}${analytics}${local}`,
    `frame-src 'self' ${PAYPAL}${local}`,
    `child-src 'self' ${PAYPAL}${local}`,
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    `report-uri ${REPORTS_PATH}`,
    'report-to csp',
  ]
  return rules.join('; ')
}

/** Features that no page uses. */
const REFUSED = [
  'accelerometer',
  'browsing-topics',
  'camera',
  'display-capture',
  'encrypted-media',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'otp-credentials',
  'picture-in-picture',
  'screen-wake-lock',
  'serial',
  'usb',
  'window-management',
  'xr-spatial-tracking',
] as const

/** Features for the shop's own pages only. */
const OWN = [
  'autoplay',
  'fullscreen',
  'payment',
  'publickey-credentials-create',
  'publickey-credentials-get',
] as const

type Permission = (typeof REFUSED)[number] | (typeof OWN)[number]

function permissions(more: Partial<Record<Permission, string>> = {}): string {
  const named = [
    ...REFUSED.map((name) => [name, more[name] ?? '()'] as const),
    ...OWN.map((name) => [name, more[name] ?? '(self)'] as const),
  ]
  return named.map(([name, allowed]) => `${name}=${allowed}`).join(', ')
}

/** Limits embedding to the shop; pictures may be embedded anywhere. */
export const PICTURE_HEADERS: readonly Header[] = [
  { key: 'Cross-Origin-Resource-Policy', value: 'cross-origin' },
]

/**
 * Headers of the payment page: PayPal's window needs its opener in Safari. Loaded as its own
 * document.
 */
export const PAYMENT_PAGE_HEADERS: readonly Header[] = [
  { key: 'Cross-Origin-Opener-Policy', value: 'unsafe-none' },
  {
    key: 'Permissions-Policy',
    value: permissions({
      payment: '(self "https://www.paypal.com" "https://www.sandbox.paypal.com")',
    }),
  },
]

/** Headers of the camera page: allows the camera and clips from memory. */
export function cameraPageHeaders(build: HeaderBuild): Header[] {
  return [
    {
      key: 'Content-Security-Policy',
      value: `${contentSecurityPolicy(build)}; media-src 'self' blob:`,
    },
    { key: 'Permissions-Policy', value: permissions({ camera: '(self)' }) },
  ]
}

const FORM_HOSTS = {
  carrier: 'https://logistics.ecpay.com.tw',
  cashier: 'https://payment.ecpay.com.tw',
} as const

/** Who takes forms of a page: the carrier, which prints labels and shows its map, or the cashier, which takes cards. */
export type FormTarget = keyof typeof FORM_HOSTS

/** A page's policy with forms that may go to this target too. */
export function policyWithForms(policy: string, target: FormTarget, isLocal: boolean): string {
  const host = isLocal ? LOCAL : FORM_HOSTS[target]
  return policy.replace("form-action 'self'", `form-action 'self' ${host}`)
}

/** The security headers of every page and answer of the shop. */
export function securityHeaders(build: HeaderBuild): Header[] {
  return [
    { key: 'Content-Security-Policy', value: contentSecurityPolicy(build) },
    // A stricter policy cuts the tie to Google's and Facebook's windows.
    { key: 'Cross-Origin-Opener-Policy', value: 'same-origin-allow-popups' },
    { key: 'Strict-Transport-Security', value: 'max-age=63072000; includeSubDomains' },
    { key: 'X-Content-Type-Options', value: 'nosniff' },
    { key: 'Referrer-Policy', value: 'strict-origin-when-cross-origin' },
    { key: 'X-Frame-Options', value: 'DENY' },
    { key: 'Permissions-Policy', value: permissions() },
    { key: 'Cross-Origin-Resource-Policy', value: 'same-origin' },
    { key: 'Reporting-Endpoints', value: `csp="${REPORTS_PATH}"` },
  ]
}

const HASHES = [LANGUAGE_SCRIPT, CONSENT_SCRIPT].map(
  (script) => `sha256-${createHash('sha256').update(script).digest('base64')}`,
)

/**
 * Returns a policy with a new nonce. Next reads it from the request header and adds it to its
 * scripts.
 */
export function newPagePolicy({ trustedTypes }: Pick<NoncePolicy, 'trustedTypes'>): string {
  const build = {
    isLocal: process.env.NEXT_PUBLIC_LOCAL === '1',
    analyticsHosts: ANALYTICS?.hosts ?? [],
    isDevelopment: process.env.NODE_ENV === 'development',
  }
  const nonce = randomBytes(16).toString('base64')
  return noncePolicy(build, { nonce, hashes: HASHES, trustedTypes })
}
