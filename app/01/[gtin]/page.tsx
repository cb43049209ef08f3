import { notFound } from 'next/navigation'

import { garmentMetadata, GarmentPageView } from '#components/garment/garment-page.tsx'
import { findGarmentByGtin, findPlannedGarments, showGarment } from '#lib/garment/find-garments.ts'

type Props = { params: Promise<{ gtin: string }> }

// Same as the garment page, whose GS1 Digital Link this is.
export const revalidate = 3600
export const dynamicParams = false

export async function generateStaticParams() {
  const garments = await findPlannedGarments()
  return garments.flatMap(({ gtin }) => (gtin === undefined ? [] : [{ gtin }]))
}

export async function generateMetadata({ params }: Props) {
  const garment = await findGarmentByGtin((await params).gtin)
  return garment ? garmentMetadata(garment) : {}
}

export default async function DigitalLinkRoute({ params }: Props) {
  const garment = await findGarmentByGtin((await params).gtin)
  if (!garment) notFound()
  return <GarmentPageView shown={await showGarment(garment)} />
}
