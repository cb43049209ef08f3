import 'server-only'

import type { Metadata } from 'next'

import { STRIP_TITLE } from '#components/half/half-strip.tsx'
import { JsonLd } from '#components/seo/json-ld.tsx'
import { indexedMetadata } from '#components/seo/page-metadata.tsx'
import { Headings } from '#components/ui/headings.tsx'
import { sharePicture } from '#lib/content/shown-picture.ts'
import { type Garment, garmentData, type ShownGarment } from '#lib/garment/garment.ts'
import { garmentPath } from '#lib/routes/paths.ts'
import { headingsIn } from '#lib/type/heading-face.ts'
import { GarmentView } from './garment-view.tsx'

// Every heading of a garment page.
function garmentHeadings({ garment, words }: ShownGarment): readonly string[] {
  const { story, camera, sound, care, article, again } = words
  const titles = [camera, camera.plain, sound, care, article, again].map(
    (part) => part?.title ?? '',
  )
  return [
    garment.title,
    story,
    STRIP_TITLE,
    ...titles,
    ...headingsIn(garment.html),
    ...headingsIn(words.html),
  ]
}

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
export function GarmentPageView({ shown }: { shown: ShownGarment }) {
  return (
    <Headings texts={garmentHeadings(shown)}>
      <JsonLd data={garmentData(shown.garment, shown.isInShop)} />
      <GarmentView {...shown} />
    </Headings>
  )
}
