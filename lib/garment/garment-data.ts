import type { Product, WithContext } from 'schema-dts'

import { digitalLinkPath, garmentPath } from '../routes/paths.ts'
import { BRAND } from '../company/company.ts'
import { absoluteUrl } from '../routes/site-url.ts'
import type { Garment } from './garment.ts'

/** A garment as search engines read it, with its GTIN and GS1 Digital Link where it has one. */
export function garmentData(garment: Garment): WithContext<Product> {
  const { id, title, subtitle, image, gtin } = garment
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: title,
    ...(subtitle === undefined ? {} : { description: subtitle }),
    sku: id.toUpperCase(),
    url: absoluteUrl(garmentPath(id)),
    image: absoluteUrl(image.src),
    brand: { '@type': 'Brand', name: BRAND },
    ...(gtin === undefined ? {} : { gtin, hasGS1DigitalLink: absoluteUrl(digitalLinkPath(gtin)) }),
  }
}
