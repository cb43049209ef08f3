import {
  answerLinkset,
  findGarmentByGtin,
  findPlannedGarments,
} from '#lib/garment/find-garments.ts'

type Context = { params: Promise<{ gtin: string }> }

export const dynamic = 'force-static'
export const dynamicParams = false

export async function generateStaticParams() {
  const garments = await findPlannedGarments()
  return garments.flatMap(({ gtin }) => (gtin === undefined ? [] : [{ gtin }]))
}

export async function GET(_request: Request, { params }: Context) {
  return answerLinkset(await findGarmentByGtin((await params).gtin))
}
