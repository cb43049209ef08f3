import { notFound, redirect } from 'next/navigation'

import { recordAudit } from '#lib/audit/record.ts'
import { readOwnerProof, requireOwner } from '#lib/owner/access.ts'
import { bookFile } from '#lib/owner/export-month.ts'
import type { FileText } from '#lib/owner/export-row.ts'
import { bookStartPath, proofPath } from '#lib/routes/owner-paths.ts'

type Context = { params: Promise<{ kind: string; period: string }> }

// A failure before the first byte is an error page; a later one aborts the download.
async function toStream(file: FileText): Promise<ReadableStream<Uint8Array>> {
  const encoder = new TextEncoder()
  let next = await file.next()
  return new ReadableStream<Uint8Array>({
    pull: async (stream) => {
      if (next.done) return stream.close()
      stream.enqueue(encoder.encode(next.value))
      next = await file.next()
    },
    cancel: async () => {
      await file.return()
    },
  })
}

export async function GET(_request: Request, { params }: Context) {
  const { uid } = await requireOwner()
  const { isRecent } = await readOwnerProof()
  const { kind, period } = await params
  if (!isRecent) redirect(proofPath(bookStartPath(kind, period)))
  const file = await bookFile(kind, period)
  if (file === undefined) notFound()
  await recordAudit({ kind: 'download', who: uid, object: `${kind}-${period}`, outcome: 'ok' })
  return new Response(await toStream(file), {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${kind}-${period}.csv"`,
      'Cache-Control': 'private, no-store',
      'X-Robots-Tag': 'noindex',
    },
  })
}
