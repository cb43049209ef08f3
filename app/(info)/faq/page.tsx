import { FaqView } from '#components/info/faq-view.tsx'
import { unlistedMetadata } from '#components/site/page-metadata.ts'
import { findFaqPage } from '#lib/info/find-info.ts'

export async function generateMetadata() {
  const { title, description } = await findFaqPage()
  return unlistedMetadata(title, description)
}

export default async function FaqRoute() {
  return <FaqView faq={await findFaqPage()} />
}
