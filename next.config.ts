import { cpSync } from 'node:fs'
import { join } from 'node:path'

import type { NextConfig } from 'next'
import { PHASE_DEVELOPMENT_SERVER, PHASE_PRODUCTION_BUILD } from 'next/constants.js'

import { readTrade } from './lib/adapters/markdown/trade-file.ts'
import type { Trade } from './lib/company/trade-schema.ts'
import { ANALYTICS } from './lib/consent/analytics.ts'
import { contentDigest, contentOnDisk } from './lib/content-editor/repository.ts'
import { redirectsOnDisk } from './lib/content/moved.ts'
import { versionsOnDisk } from './lib/content/public-files.ts'
import {
  cameraPageHeaders,
  PAYMENT_PAGE_HEADERS,
  PICTURE_HEADERS,
  securityHeaders,
} from './lib/http/security-headers.ts'
import { methodsBy } from './lib/payment/methods.ts'
import {
  ACTION_BYTES,
  shopPathsWith,
  TWIN_PATHS,
  UNLISTED_FILES,
} from './lib/routes/shop-routes.ts'

const projectId = process.env.FIREBASE_PROJECT_ID ?? ''

// Only a build for a demo- project may use stand-ins.
const isLocal = projectId.startsWith('demo-')

// Test builds use their own goods and folder, so the two are never confused.
const content = process.env.CONTENT_FOLDER || 'content'
const distDir = content === 'content' ? '.next' : '.next-fixture'

// A shop that takes money sells what is in content/ and nothing else.
function requireOwnContent(): void {
  if (!isLocal && content !== 'content') {
    throw new Error(
      'Unset CONTENT_FOLDER: only a local project may sell other goods than content/.',
    )
  }
}
const { LINE_PAY_CHANNEL_ID, LINE_PAY_FIRST } = process.env
const { ECPAY_PAYMENT_MERCHANT_ID, ECPAY_PAYMENT_METHODS } = process.env
const namedMethods = methodsBy({
  LINE_PAY_CHANNEL_ID,
  LINE_PAY_FIRST,
  ECPAY_PAYMENT_MERCHANT_ID,
  ECPAY_PAYMENT_METHODS,
})
const siteHost = URL.parse(process.env.NEXT_PUBLIC_SITE_URL ?? '')?.host ?? ''

// Fails if a setting that the build fixes is missing.
function requireBuildSettings(): void {
  if (!isLocal && process.env.NEXT_PUBLIC_LOCAL) {
    throw new Error('Unset NEXT_PUBLIC_LOCAL: the project id alone says whether this is a laptop.')
  }
  if (!process.env.NEXT_PUBLIC_SITE_URL) {
    throw new Error(
      'Set NEXT_PUBLIC_SITE_URL for the build: the address of the shop is written into its pages.',
    )
  }
  if (projectId === '') {
    throw new Error(
      'Set FIREBASE_PROJECT_ID for the build: it says whether the pages may talk to stand-ins.',
    )
  }
}

// What the start page of the owner compares with what is saved.
function builtFrom(): Readonly<Record<string, string>> {
  const files = contentOnDisk(import.meta.dirname, content)
  return {
    CONTENT_DIGEST: contentDigest(files),
    BUILT_AT: new Date().toISOString(),
    // What lib/content/shown-picture.ts reads.
    PICTURE_VERSIONS: JSON.stringify(versionsOnDisk(import.meta.dirname)),
  }
}

// What lib/company/purchase-terms.browser.ts reads.
function termsOf(trade: Trade): Readonly<Record<string, string>> {
  return {
    TERMS_MAX_UNITS: String(trade.most_pieces),
    TERMS_DELIVERY_FEE: String(trade.delivery_fee),
    TERMS_FREE_DELIVERY_FROM: String(trade.free_delivery_from ?? Number.POSITIVE_INFINITY),
    TERMS_CONTACT_EMAIL: trade.email,
    TERMS_CLOSED_FROM: trade.closed_from ?? '',
    TERMS_CLOSED_UNTIL: trade.closed_until ?? '',
  }
}

const config: NextConfig = {
  // A container takes the standalone folder; `next start` wants the ordinary one.
  ...(process.env.BUILD_STANDALONE ? { output: 'standalone' as const } : {}),
  distDir,
  poweredByHeader: false,
  reactStrictMode: true,
  // Types are checked by `npm test` and by every build of a shop that takes money.
  typescript: { ignoreBuildErrors: isLocal },
  // A page's title comes with its first byte, never after it: reading aids announce a page by it.
  htmlLimitedBots: /.*/,
  turbopack: { root: import.meta.dirname },
  env: {
    NEXT_PUBLIC_LOCAL: isLocal ? '1' : '',
    CONTENT_FOLDER: content,
    ...termsOf(readTrade(content)),
    BUILD_FOLDER: distDir,
    NAMED_METHODS: namedMethods.join(','),
    NAMES_INVOICES: process.env.ECPAY_INVOICE_MERCHANT_ID?.trim() ? '1' : '',
    NAMES_PARCELS: process.env.ECPAY_LOGISTICS_MERCHANT_ID?.trim() ? '1' : '',
    OFFLINE_PAGE: process.env.OFFLINE_PAGE?.trim() ?? '',
    NAMED_MAIL_PROVIDER: process.env.MAIL_PROVIDER?.trim() ?? '',
  },
  compiler: {
    // Copies content before pages are generated, so that pages and server agree
    // (docs/decisions/builds-and-deployments.md).
    runAfterProductionCompile: async ({ projectDir, distDir: built }) => {
      cpSync(join(projectDir, content), join(built, 'content'), { recursive: true })
    },
  },
  // A worker of the editor loads them by name (lib/adapters/markdown/content-file.ts).
  serverExternalPackages: [
    'remark',
    'remark-html',
    'remark-cjk-friendly',
    'micromark-extension-gfm-table',
    'mdast-util-gfm-table',
  ],
  outputFileTracingIncludes: { '/*': [`./${content}/**/*.{md,txt}`] },
  // The sizes of pictures are files (docs/decisions/pictures-without-next-image.md); the server resizes none.
  images: { unoptimized: true },
  experimental: {
    // Writing the cache costs a third of a build, and an empty clone has none to read.
    turbopackFileSystemCacheForBuild: false,
    // Stacks in the log name the shop's own files; these maps stay on the server.
    serverSourceMaps: true,
    serverActions: {
      bodySizeLimit: ACTION_BYTES,
      // Next compares the origin with the proxied host; the site's own host is always right.
      allowedOrigins: [siteHost],
    },
    // Cuts styles so that a page holds few of other pages, in few files (docs/decisions/static-pages.md).
    cssChunking: { type: 'graph', requestCost: 2_000 },
  },
}

// Writes a path of the table as Next's configuration does: /product/:id.
const toSource = (path: string) => path.replaceAll(/\[(\w+)\]/g, ':$1')

// The sizes of a picture's version (lib/content/pictures.ts), whose names change when the picture does.
const MADE = 'images/[a-z]+/[a-z0-9-]+\\.[0-9a-f]{8}(?:-\\d+)?\\.(?:avif|jpg)'
const NOSNIFF = { key: 'X-Content-Type-Options', value: 'nosniff' }
const FOREVER = { key: 'Cache-Control', value: 'public, max-age=31536000, immutable' }

function headers(isDevelopment: boolean) {
  const build = { isLocal, analyticsHosts: ANALYTICS?.hosts ?? [], isDevelopment }
  const own = { payment: [...PAYMENT_PAGE_HEADERS], camera: cameraPageHeaders(build) }
  const ownSources = (kind: keyof typeof own) =>
    shopPathsWith((route) => route.policy === kind).map((path) => ({
      source: toSource(path),
      headers: own[kind],
    }))
  return [
    // The sign-in pages under /__/ bring their own. Assets need none, and it would cost a kilobyte
    // each.
    {
      source: `/((?!__/(?:auth|firebase)/|_next/static/|${MADE}).*)`,
      headers: securityHeaders(build),
    },
    ...ownSources('payment'),
    ...ownSources('camera'),
    ...UNLISTED_FILES.map((source) => ({
      source,
      headers: [{ key: 'X-Robots-Tag', value: 'noindex' }],
    })),
    { source: '/images/:path*', headers: [...PICTURE_HEADERS] },
    { source: `/(${MADE})`, headers: [NOSNIFF, FOREVER] },
    { source: '/_next/static/:path*', headers: [NOSNIFF, ...PICTURE_HEADERS] },
  ]
}

const TWINS = TWIN_PATHS.map(toSource).map((path) => ({
  source: `${path}.md`,
  destination: `/markdown${path}`,
}))

export default function configFor(phase: string): NextConfig {
  requireOwnContent()
  if (phase === PHASE_PRODUCTION_BUILD) requireBuildSettings()
  return {
    ...config,
    env: { ...config.env, ...(phase === PHASE_PRODUCTION_BUILD ? builtFrom() : {}) },
    headers: async () => headers(phase === PHASE_DEVELOPMENT_SERVER),
    rewrites: async () => TWINS,
    redirects: async () => redirectsOnDisk(import.meta.dirname, content),
  }
}
