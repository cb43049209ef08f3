import { ContactView } from '#components/info/info-view.tsx'
import { unlistedMetadata } from '#components/seo/page-metadata.tsx'
import { findContactPage } from '#lib/content/find-pages.ts'

export async function generateMetadata() {
  const { title, description } = await findContactPage()
  return unlistedMetadata(title, description)
}

export default async function ContactRoute() {
  return <ContactView page={await findContactPage()} />
}
