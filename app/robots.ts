import type { MetadataRoute } from 'next'

import { absoluteUrl } from '#lib/site/site.ts'

// Nothing is forbidden here: a page that may not be read could not say that it is not to be listed.
export default function robots(): MetadataRoute.Robots {
  return { rules: { userAgent: '*', allow: '/' }, sitemap: absoluteUrl('/sitemap.xml') }
}
