import { test } from 'node:test'

import { newMember } from '../support/accounts.ts'
import { addresses } from '../support/addresses.ts'
import { expect } from '../support/expect.ts'
import { place } from '../support/sales.ts'

const PAYPAL = 'https://*.paypal.com https://*.paypalobjects.com'

/** The policy of a laptop's build without the addresses of its stand-ins, which a real shop does not have. */
const POLICY = [
  "default-src 'self'",
  `script-src 'self' 'unsafe-inline' https://apis.google.com ${PAYPAL}`,
  `style-src 'self' 'unsafe-inline' ${PAYPAL}`,
  `img-src 'self' data: blob: ${PAYPAL}`,
  "font-src 'self'",
  `connect-src 'self' https://identitytoolkit.googleapis.com https://securetoken.googleapis.com ${PAYPAL}`,
  `frame-src 'self' ${PAYPAL}`,
  `child-src 'self' ${PAYPAL}`,
  "worker-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  'report-uri /api/reports',
  'report-to csp',
]

/** The policy of a page that is made for one request: the same, but for the scripts. */
const NONCE_SCRIPTS =
  /^script-src 'nonce-[\w+/]{22}==' 'strict-dynamic'(?: 'sha256-[\w+/]{43}='){2}$/

const NONE =
  'accelerometer browsing-topics camera display-capture encrypted-media geolocation gyroscope hid idle-detection local-fonts magnetometer microphone midi otp-credentials picture-in-picture screen-wake-lock serial usb window-management xr-spatial-tracking'
const SELF = 'autoplay fullscreen payment publickey-credentials-create publickey-credentials-get'
const PERMISSIONS = [
  ...NONE.split(' ').map((name) => `${name}=()`),
  ...SELF.split(' ').map((name) => `${name}=(self)`),
].join(', ')

const HEADERS: Readonly<Record<string, string>> = {
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-frame-options': 'DENY',
  'permissions-policy': PERMISSIONS,
  'cross-origin-resource-policy': 'same-origin',
  'reporting-endpoints': 'csp="/api/reports"',
}

const CAMERA_HEADERS = {
  ...HEADERS,
  'permissions-policy': PERMISSIONS.replace('camera=()', 'camera=(self)'),
}

// Safari cuts a stricter page's tie to a window that is opened empty and then sent on, as PayPal's is.
const PAYMENT_HEADERS = {
  ...HEADERS,
  'cross-origin-opener-policy': 'unsafe-none',
  'permissions-policy': PERMISSIONS.replace(
    'payment=(self)',
    'payment=(self "https://www.paypal.com" "https://www.sandbox.paypal.com")',
  ),
}

const PAGES: readonly [string, string, number][] = [
  ['the home page', '/', 200],
  ['the shop', '/shop', 200],
  ['a product', '/product/otr-001', 200],
  ['an unknown product', '/product/none', 404],
  ['the journal', '/blog', 200],
  ['an article', '/blog/finished-together', 200],
  ['an unknown article', '/blog/none', 404],
  ['a page of information', '/about', 200],
  ['the cart', '/cart', 200],
  ['the sign-in', '/login', 200],
  ["a stranger's way to the account", '/account', 307],
  ["a stranger's way to the checkout", '/checkout', 307],
  ['the thanks after a payment', '/checkout-success', 200],
  ['the webhook', '/api/paypal/webhook', 405],
  ['the sweep', '/api/sweep', 401],
  ['the state of the shop', '/api/health', 200],
  ['a picture', '/images/products/otr-001-front.jpg', 200],
  ['what is missing beside the sign-in service', '/__/nothing', 404],
  ['what is missing beside the pictures', '/_next/imagenothing', 404],
  ['what is missing under /api', '/api/nothing', 404],
  ['what is missing among the static files', '/_next/static/nothing.js', 404],
  ['an address that can be nowhere', '/product/100%', 404],
  ['the list for search engines', '/sitemap.xml', 200],
]

const PICTURE_HEADERS = { ...HEADERS, 'cross-origin-resource-policy': 'cross-origin' }

function expectHeaders(headers: Headers, wanted = HEADERS, rulesToo: readonly string[] = []): void {
  // A static page has a second policy, for its inline scripts.
  const [policy = ''] = (headers.get('content-security-policy') ?? '').split(', ')
  const rules = policy.replaceAll(' http://127.0.0.1:* http://localhost:*', '').split('; ')
  const [, scripts = ''] = rules
  const wantedRules = NONCE_SCRIPTS.test(scripts) ? POLICY.with(1, scripts) : POLICY
  expect(rules).toEqual([...wantedRules, ...rulesToo])
  for (const [name, value] of Object.entries(wanted)) expect(headers.get(name), name).toBe(value)
  expect(headers.get('x-powered-by')).toBeNull()
}

for (const [name, path, status] of PAGES) {
  test(`${name} carries every security header`, async () => {
    const response = await fetch(new URL(path, addresses().shop), { redirect: 'manual' })
    expect(response.status).toBe(status)
    expectHeaders(response.headers, path.startsWith('/images/') ? PICTURE_HEADERS : HEADERS)
  })
}

test('the camera page, and no page around it, may ask for the camera', async () => {
  const { shop } = addresses()
  const ours = await fetch(`${shop}/c/otr-001/camera`)
  expectHeaders(ours.headers, CAMERA_HEADERS, ["media-src 'self' blob:"])
  const beside = await fetch(`${shop}/c/otr-001/camera/more`)
  expectHeaders(beside.headers)
})

test('scripts and the sizes of pictures are taken for nothing else, and kept for ever', async () => {
  const { shop } = addresses()
  const html = await (await fetch(shop)).text()
  const [script = ''] = /\/_next\/static\/[^"]+\.js/.exec(html) ?? []
  const [picture = ''] = /\/images\/[^" ]+\.avif/.exec(html) ?? []
  for (const path of [script, picture]) {
    const response = await fetch(shop + path.replaceAll('&amp;', '&'))
    expect(response.status, path).toBe(200)
    expect(response.headers.get('x-content-type-options'), path).toBe('nosniff')
    const kept = response.headers.get('cache-control')
    expect(kept, path).toBe('public, max-age=31536000, immutable')
    // A kilobyte that would come with each.
    expect(response.headers.get('content-security-policy'), path).toBeNull()
  }
})

test("a member's pages carry them too, and are kept by no cache", async () => {
  const { id, member } = await place()
  for (const path of ['/checkout', `/checkout/paypal/${id}`, '/account', '/account/order']) {
    const response = await fetch(new URL(path, addresses().shop), {
      headers: { cookie: `__session=${member.session}` },
    })
    expect(response.status, path).toBe(200)
    expectHeaders(response.headers, path.includes('/paypal/') ? PAYMENT_HEADERS : HEADERS)
    expect(response.headers.get('cache-control'), path).toMatch(/private|no-store/)
  }
})

test("a page's answer to an action carries them", async () => {
  const { session } = await newMember()
  const response = await fetch(new URL('/checkout', addresses().shop), {
    method: 'POST',
    headers: { cookie: `__session=${session}`, 'next-action': 'none', 'content-type': 'text/html' },
  })
  expect(response.status).toBe(415)
  expectHeaders(response.headers)
})
