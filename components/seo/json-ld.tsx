import type { Thing, WithContext } from 'schema-dts'

import { structuredDataText } from '#lib/seo/structured-data.ts'

/** Structured data for search engines. */
export function JsonLd({ data }: { data: WithContext<Thing> | readonly WithContext<Thing>[] }) {
  return (
    <script
      type="application/ld+json"
      dangerouslySetInnerHTML={{ __html: structuredDataText(data) }}
    />
  )
}
