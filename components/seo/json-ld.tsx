import type { Thing, WithContext } from 'schema-dts'

import { structuredDataText } from '#lib/seo/structured-data.ts'

/** Structured data for search engines. Last in a page: near its copy in the data for React, it packs to almost nothing. */
export function JsonLd({ data }: { data: WithContext<Thing> | readonly WithContext<Thing>[] }) {
  return (
    <script
      type="application/ld+json"
      dangerouslySetInnerHTML={{ __html: structuredDataText(data) }}
    />
  )
}
