import 'server-only'

import type { Garment } from './garment.ts'
import { LINKSET_TYPE, linksetOf, READABLE_ELSEWHERE } from './linkset.ts'
import { showGarment } from './show-garment.ts'

/** The linkset of a garment as a response; 404 where it has no GTIN. */
export async function answerLinkset(garment: Garment | undefined): Promise<Response> {
  if (garment?.gtin === undefined) return new Response(null, { status: 404 })
  const body = linksetOf(await showGarment(garment), garment.gtin)
  return Response.json(body, {
    headers: { ...READABLE_ELSEWHERE, 'Content-Type': LINKSET_TYPE, 'X-Robots-Tag': 'noindex' },
  })
}
