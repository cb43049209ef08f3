import { notFound } from 'next/navigation'

import { garmentMetadata, GarmentPageView } from '#components/garment/garment-page.tsx'
import { findGarment, findPlannedGarments, showGarment } from '#lib/garment/find-garments.ts'

type Props = { params: Promise<{ id: string }> }

// A style comes into the shop and goes by the clock; an hour later at most the page says so.
export const revalidate = 3600
export const dynamicParams = false

export async function generateStaticParams() {
  const garments = await findPlannedGarments()
  return garments.map(({ id }) => ({ id }))
}

export async function generateMetadata({ params }: Props) {
  const garment = await findGarment((await params).id)
  return garment ? garmentMetadata(garment) : {}
}

export default async function GarmentRoute({ params }: Props) {
  const garment = await findGarment((await params).id)
  if (!garment) notFound()
  return <GarmentPageView shown={await showGarment(garment)} />
}
