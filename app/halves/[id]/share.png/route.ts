import { drawSharedHalf } from '#lib/half/shared-half.ts'
import { shownHalf } from '#lib/half/shown-halves.ts'
import { awaitHalves } from '#lib/half/watch-halves.ts'

type Context = { params: Promise<{ id: string }> }

// Drawn once an hour at most for each half, and anew when what is shown changes.
export const revalidate = 3600
export const dynamic = 'force-static'

export function generateStaticParams() {
  return []
}

/** The picture that stands for a half where its page is shared. */
export async function GET(_request: Request, { params }: Context): Promise<Response> {
  await awaitHalves()
  const half = shownHalf((await params).id)
  if (!half) return new Response(null, { status: 404 })
  const bytes = new Uint8Array(await drawSharedHalf(half))
  return new Response(bytes, {
    headers: { 'content-type': 'image/png', 'x-robots-tag': 'noindex' },
  })
}
