import { InfoView } from '#components/info/info-view.tsx'
import { unlistedMetadata } from '#components/site/page-metadata.ts'
import { findPatentPage } from '#lib/info/find-info.ts'

export async function generateMetadata() {
  const { title, description } = await findPatentPage()
  return unlistedMetadata(title, description)
}

export default async function PatentPage() {
  return <InfoView page={await findPatentPage()} />
}
