import { notFound } from 'next/navigation'

import { FaqView } from '#components/info/faq-view.tsx'
import { InfoView } from '#components/info/info-view.tsx'
import { indexedMetadata, SHARE_PICTURE, unlistedMetadata } from '#components/seo/page-metadata.tsx'
import { Headings } from '#components/ui/headings.tsx'
import { readSite } from '#lib/content-editor/read-site.ts'
import { findInfoPage, findInfoPages } from '#lib/content/find-pages.ts'
import { sharePicture } from '#lib/content/shown-picture.ts'
import { infoPath } from '#lib/routes/paths.ts'
import { headingsIn } from '#lib/type/heading-face.ts'

type Props = { params: Promise<{ slug: string }> }

export const dynamicParams = false

export async function generateStaticParams() {
  // Once in a build: all that the content must agree in.
  await readSite()
  const pages = await findInfoPages()
  return pages.map(({ slug }) => ({ slug }))
}

export async function generateMetadata({ params }: Props) {
  const page = await findInfoPage((await params).slug)
  if (!page) return {}
  const { slug, title, description, cover, indexed } = page
  if (!indexed) return unlistedMetadata(title, description)
  const image = cover ? sharePicture(cover) : SHARE_PICTURE
  return indexedMetadata({ title, description, path: infoPath(slug), image, hasTwin: true })
}

export default async function InfoRoute({ params }: Props) {
  const page = await findInfoPage((await params).slug)
  if (!page) notFound()
  const { title, html, groups } = page
  return (
    <Headings texts={[title, ...headingsIn(html), ...(groups ?? []).map((group) => group.title)]}>
      {groups ? <FaqView page={page} groups={groups} /> : <InfoView page={page} />}
    </Headings>
  )
}
