import type { CreativeWork, WithContext } from 'schema-dts'

import { LANGUAGE } from '#lib/company/company.ts'
import { garmentPath, halfPagePath, halfPicturePath } from '#lib/routes/paths.ts'
import { absoluteUrl } from '#lib/routes/site-url.ts'
import type { ShownHalf } from './shown-halves.ts'

/** Structured data of a half: a work by whoever drew it, after the drawing of a garment. */
export function halfData(
  { id, name, shownAt }: ShownHalf,
  title: string,
  garment: { readonly id: string; readonly title: string } | undefined,
): WithContext<CreativeWork> {
  return {
    '@context': 'https://schema.org',
    '@type': 'CreativeWork',
    '@id': `${absoluteUrl(halfPagePath(id))}#work`,
    name: title,
    url: absoluteUrl(halfPagePath(id)),
    image: absoluteUrl(halfPicturePath(id)),
    datePublished: shownAt,
    inLanguage: LANGUAGE,
    ...(name === '' ? {} : { creator: { '@type': 'Person', name } }),
    ...(garment
      ? {
          isBasedOn: {
            '@type': 'CreativeWork',
            name: garment.title,
            url: absoluteUrl(garmentPath(garment.id)),
          },
        }
      : {}),
  }
}
