import { findPlannedGarments } from '#lib/garment/find-garments.ts'
import { READABLE_ELSEWHERE, resolverDescription } from '#lib/garment/garment.ts'

export const dynamic = 'force-static'

export async function GET() {
  const garments = await findPlannedGarments()
  const isResolver = garments.some(({ gtin }) => gtin !== undefined)
  return isResolver
    ? Response.json(resolverDescription(), { headers: READABLE_ELSEWHERE })
    : new Response(null, { status: 404 })
}
