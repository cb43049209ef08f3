import { ANALYTICS } from '#lib/consent/analytics.ts'
import { securityHeaders } from '#lib/http/security-headers.ts'
import { NAMES_INVOICES } from '#lib/invoice/typed-invoice.ts'
import { methodsBy, NAMED_METHODS } from '#lib/payment/methods.ts'
import { SITE_URL } from '#lib/routes/site-url.ts'

/**
 * What runs under Node alone: validates settings, then installs tracing, the request filter, static
 * post-processing and content updates.
 */
export async function startServer(): Promise<void> {
  const local = process.env.NEXT_PUBLIC_LOCAL === '1'
  const { requireSettings } = await import('#lib/settings/env.ts')
  const { NAMED_MAIL_PROVIDER, NAMES_PARCELS } = await import('#lib/content/content-flags.ts')
  const {
    NEXT_PUBLIC_SITE_URL: origin,
    FIREBASE_PROJECT_ID: project,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector,
  } = requireSettings({
    local,
    siteUrl: SITE_URL,
    methods: NAMED_METHODS,
    methodsBy,
    invoices: NAMES_INVOICES,
    parcels: NAMES_PARCELS,
    mailProvider: NAMED_MAIL_PROVIDER,
  })
  if (collector !== undefined) {
    const { startTraces } = await import('#lib/adapters/opentelemetry/active-span.ts')
    startTraces()
  }
  // The development server pushes changes over an upgraded connection.
  if (process.env.NODE_ENV !== 'production') return
  const { captureConsole, ignoreClosedLog } = await import('#lib/log/console.ts')
  ignoreClosedLog()
  captureConsole()
  const { installRequestFilter } = await import('#lib/http/install-filter.ts')
  const { postProcessStaticPages } = await import('#lib/http/post-process-static-pages.ts')
  const build = process.env.BUILD_FOLDER ?? '.next'
  postProcessStaticPages(build)
  const { watchOverrides } = await import('#lib/product/watch-overrides.ts')
  watchOverrides()
  const { watchHalves } = await import('#lib/half/watch-halves.ts')
  watchHalves()
  installRequestFilter(
    { origin, project, build },
    securityHeaders({ isLocal: local, analyticsHosts: ANALYTICS?.hosts ?? [] }),
  )
}
