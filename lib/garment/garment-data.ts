import type { WebPage, WithContext } from 'schema-dts'

import { digitalLinkPath, garmentPath } from '../routes/paths.ts'
import { LANGUAGE } from '../company/company.ts'
import { absoluteUrl } from '../routes/site-url.ts'
import { ORGANIZATION_ID } from '../seo/structured-data.ts'
import { productNodeId } from '../seo/product-data.ts'
import type { Garment } from './garment.ts'
import { defined } from '../defined.ts'

/**
 * A garment page as search engines read it. It sells nothing, so it is no Product, which Google
 * refuses without an offer; while the style is in the shop it is about the product there.
 */
export function garmentData(garment: Garment, isInShop: boolean): WithContext<WebPage> {
  const { id, title, subtitle, image, gtin } = garment
  return {
    '@context': 'https://schema.org',
    '@type': 'WebPage',
    name: title,
    ...defined({ description: subtitle }),
    url: absoluteUrl(garmentPath(id)),
    primaryImageOfPage: { '@type': 'ImageObject', contentUrl: absoluteUrl(image.src) },
    inLanguage: LANGUAGE,
    publisher: { '@id': ORGANIZATION_ID },
    ...(gtin === undefined
      ? {}
      : { identifier: { '@type': 'PropertyValue', propertyID: 'GTIN', value: gtin } }),
    ...(gtin === undefined ? {} : { sameAs: absoluteUrl(digitalLinkPath(gtin)) }),
    ...(isInShop ? { about: { '@id': productNodeId(id) } } : {}),
  }
}
