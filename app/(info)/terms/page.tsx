import { InfoView } from '#components/info/info-view.tsx'
import { unlistedMetadata } from '#components/site/page-metadata.ts'
import { findInfoPage } from '#lib/info/find-info.ts'

export async function generateMetadata() {
  const { title, description } = await findInfoPage('terms')
  return unlistedMetadata(title, description)
}

export default async function TermsPage() {
  return <InfoView page={await findInfoPage('terms')} />
}
