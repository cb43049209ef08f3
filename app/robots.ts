import type { MetadataRoute } from 'next'

import { absoluteUrl } from '#lib/routes/site-url.ts'

// Allows everything: a crawler must read a page to see its noindex.
export default function robots(): MetadataRoute.Robots {
  return { rules: { userAgent: '*', allow: '/' }, sitemap: absoluteUrl('/sitemap.xml') }
}
