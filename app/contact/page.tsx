import { ContactView } from '#components/info/contact-view.tsx'
import { unlistedMetadata } from '#components/seo/page-metadata.tsx'
import { Headings } from '#components/ui/headings.tsx'
import { findContactPage } from '#lib/content/find-pages.ts'
import { headingsIn } from '#lib/type/heading-face.ts'

export async function generateMetadata() {
  const { title, description } = await findContactPage()
  return unlistedMetadata(title, description)
}

export default async function ContactRoute() {
  const page = await findContactPage()
  const topics = page.topics.map(({ title }) => title)
  return (
    <Headings texts={[page.title, ...topics, ...headingsIn(page.html)]}>
      <ContactView page={page} />
    </Headings>
  )
}
