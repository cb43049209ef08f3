import type { Metadata } from 'next'

import { indexedMetadata, JsonLd } from '#components/seo/page-metadata.tsx'
import { garmentData, type Garment } from '#lib/garment/garment.ts'
import type { GarmentShown } from '#lib/garment/find-garments.ts'
import { garmentPath } from '#lib/routes/paths.ts'
import { sharePicture } from '#lib/content/pictures.ts'

import { GarmentView } from './garment-view.tsx'

/** The metadata of a garment page; its Digital Link names the same canonical address. */
export function garmentMetadata({ id, title, subtitle, creator, image }: Garment): Metadata {
  return indexedMetadata({
    title: `給穿著${title}的你`,
    description: [subtitle, `圖：${creator.name}。由來、照顧、修補，與一台把圖補完的相機。`]
      .filter(Boolean)
      .join('。'),
    path: garmentPath(id),
    image: sharePicture(image),
    hasTwin: true,
  })
}

/** A garment page with its structured data. */
export function GarmentPageView({ shown }: { shown: GarmentShown }) {
  return (
    <>
      <JsonLd data={garmentData(shown.garment, shown.isInShop)} />
      <GarmentView {...shown} />
    </>
  )
}
