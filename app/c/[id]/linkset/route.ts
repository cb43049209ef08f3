import { answerLinkset, findGarment, findPlannedGarments } from '#lib/garment/find-garments.ts'

type Context = { params: Promise<{ id: string }> }

export const dynamic = 'force-static'
export const dynamicParams = false

export async function generateStaticParams() {
  const garments = await findPlannedGarments()
  return garments.filter(({ gtin }) => gtin !== undefined).map(({ id }) => ({ id }))
}

export async function GET(_request: Request, { params }: Context) {
  return answerLinkset(await findGarment((await params).id))
}
