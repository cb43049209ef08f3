import { findGarmentByGtin } from '#lib/garment/find-garments.ts'
import { digitalLinkPath } from '#lib/routes/paths.ts'

type Context = { params: Promise<{ gtin: string; qualifiers: readonly string[] }> }

// GS1 Digital Link: variant, lot, serial number of a GTIN, and of its third party, each with its value.
const QUALIFIERS = new Set(['22', '10', '21', '235'])

/** Leads from a label with a lot or a serial number to the page of its GTIN, with the query that was asked. */
export async function GET(request: Request, { params }: Context) {
  const { gtin, qualifiers } = await params
  const isQualified =
    qualifiers.length % 2 === 0 &&
    qualifiers.every((part, at) => at % 2 === 1 || QUALIFIERS.has(part))
  if (!isQualified || !(await findGarmentByGtin(gtin))) return new Response(null, { status: 404 })
  const { search } = new URL(request.url)
  return new Response(null, { status: 307, headers: { location: digitalLinkPath(gtin) + search } })
}
