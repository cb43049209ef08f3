import { InfoView } from '#components/info/info-view.tsx'
import { indexedMetadata } from '#components/site/page-metadata.ts'
import { findInfoPage } from '#lib/info/find-info.ts'
import { PATHS } from '#lib/site/paths.ts'
import { SHARE_PICTURE, sharePicture } from '#lib/site/share-picture.ts'

export async function generateMetadata() {
  const { title, description, cover } = await findInfoPage('about')
  const image = cover ? sharePicture(cover) : SHARE_PICTURE
  return indexedMetadata({ title, description, path: PATHS.about, image })
}

export default async function AboutPage() {
  return <InfoView page={await findInfoPage('about')} />
}
