import { halfSvg } from '#lib/half/half-drawing.ts'
import { shownHalf } from '#lib/half/shown-halves.ts'
import { awaitHalves } from '#lib/half/watch-halves.ts'

type Context = { params: Promise<{ id: string }> }

/** A shown half as a picture, for pages below whose fold it stands. Caches let go of it within a minute. */
export async function GET(_request: Request, { params }: Context): Promise<Response> {
  await awaitHalves()
  const half = shownHalf((await params).id)
  if (!half) return new Response(null, { status: 404 })
  return new Response(halfSvg(half), {
    headers: {
      'content-type': 'image/svg+xml',
      'cache-control': 'public, max-age=60',
      'x-robots-tag': 'noindex',
    },
  })
}
