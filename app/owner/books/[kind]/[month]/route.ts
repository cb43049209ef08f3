import { notFound } from 'next/navigation'

import { bookFile } from '#lib/owner/export-month.ts'
import { requireOwner } from '#lib/owner/access.ts'

type Context = { params: Promise<{ kind: string; month: string }> }

export async function GET(_request: Request, { params }: Context) {
  await requireOwner()
  const { kind, month } = await params
  const file = await bookFile(kind, month)
  if (file === undefined) notFound()
  return new Response(file, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${kind}-${month}.csv"`,
      'Cache-Control': 'private, no-store',
      'X-Robots-Tag': 'noindex',
    },
  })
}
