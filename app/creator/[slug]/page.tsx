import { notFound } from 'next/navigation'

import { CREATOR_HEADINGS, CreatorView } from '#components/creator/creator-view.tsx'
import { indexedMetadata, SHARE_PICTURE } from '#components/seo/page-metadata.tsx'
import { Headings } from '#components/ui/headings.tsx'
import { findArticles } from '#lib/blog/article.ts'
import { sharePicture } from '#lib/content/shown-picture.ts'
import { findCreator, findCreators } from '#lib/creator/creator.ts'
import { findGarmentsBy } from '#lib/garment/find-garments.ts'
import { creatorPath } from '#lib/routes/paths.ts'
import { headingsIn } from '#lib/type/heading-face.ts'

type Props = { params: Promise<{ slug: string }> }

// Garments and articles come by the clock.
export const revalidate = 3600
export const dynamicParams = false

export async function generateStaticParams() {
  const creators = await findCreators()
  return creators.map(({ slug }) => ({ slug }))
}

export async function generateMetadata({ params }: Props) {
  const creator = await findCreator((await params).slug)
  if (!creator) return {}
  const { slug, name, description } = creator
  const [garment] = await findGarmentsBy(creator)
  const image = garment ? sharePicture(garment.image) : SHARE_PICTURE
  return indexedMetadata({ title: name, description, path: creatorPath(slug), image })
}

export default async function CreatorRoute({ params }: Props) {
  const creator = await findCreator((await params).slug)
  if (!creator) notFound()
  const [garments, articles] = await Promise.all([findGarmentsBy(creator), findArticles()])
  const about = new Set(garments.map(({ article }) => article))
  const written = articles.filter(({ slug }) => about.has(slug))
  return (
    <Headings
      texts={[
        creator.name,
        ...headingsIn(creator.html),
        ...CREATOR_HEADINGS,
        ...written.map(({ title }) => title),
      ]}
    >
      <CreatorView creator={creator} garments={garments} articles={written} />
    </Headings>
  )
}
