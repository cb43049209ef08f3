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

/**
 * The content security policy of every page. After a soft navigation the first page's still
 * holds, so all carry what sign-in and payment need. Inline scripts are allowed because
 * static pages carry Next's own.
 */
export function contentSecurityPolicy(build: HeaderBuild): string {
  const { isLocal, analyticsHosts, isDevelopment = false } = build
  const local = isLocal ? ` ${LOCAL}` : ''
  const analytics = analyticsHosts.map((host) => ` ${host}`).join('')
  const evaluation = isDevelopment ? " 'unsafe-eval'" : ''
  const rules = [
    "default-src 'self'",
    `script-src 'self' 'unsafe-inline'${evaluation} https://apis.google.com ${PAYPAL}${analytics}${local}`,
    `style-src 'self' 'unsafe-inline' ${PAYPAL}`,
    `img-src 'self' data: blob: ${PAYPAL}${analytics}`,
    "font-src 'self'",
    `connect-src 'self' ${GOOGLE} ${PAYPAL}${analytics}${local}`,
    `frame-src 'self' ${PAYPAL}${local}`,
    `child-src 'self' ${PAYPAL}${local}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ]
  return rules.join('; ')
}

/**
 * Headers of the payment page: Safari cuts the tie to a window that is opened empty and then
 * sent on, as PayPal's script does; it is loaded as a document of its own.
 */
export const PAYMENT_PAGE_HEADERS: readonly Header[] = [
  { key: 'Cross-Origin-Opener-Policy', value: 'unsafe-none' },
]

const PERMISSIONS = 'camera=(), geolocation=(), microphone=(), browsing-topics=()'

/** Headers of the camera page: it may ask for the camera, and plays a clip from memory. */
export function cameraPageHeaders(build: HeaderBuild): Header[] {
  return [
    {
      key: 'Content-Security-Policy',
      value: `${contentSecurityPolicy(build)}; media-src 'self' blob:`,
    },
    { key: 'Permissions-Policy', value: PERMISSIONS.replace('camera=()', 'camera=(self)') },
  ]
}

const LABELS = 'https://logistics.ecpay.com.tw'

/** The policy of the owner's page of labels: its forms go to the carrier, which prints them. */
export function labelsPolicy(build: HeaderBuild): string {
  const carrier = build.isLocal ? LOCAL : LABELS
  return contentSecurityPolicy(build).replace("form-action 'self'", `form-action 'self' ${carrier}`)
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
    { key: 'Permissions-Policy', value: PERMISSIONS },
  ]
}
