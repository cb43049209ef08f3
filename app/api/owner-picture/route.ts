import { recordAudit, typedHash } from '#lib/audit/record.ts'
import { findRepository } from '#lib/content-editor/find-repository.ts'
import { storePicture, type UploadProgress } from '#lib/content-editor/stored-pictures.ts'
import { readBytes, refuseBody } from '#lib/http/read-body.ts'
import { isOwnOrigin } from '#lib/http/request-filter.ts'
import { hasAllowance } from '#lib/limit/require-allowance.ts'
import { logFailure } from '#lib/log/log.ts'
import { readOwnerProof, requireOwner } from '#lib/owner/access.ts'
import { fail } from '#lib/result.ts'
import { OWNER_ROUTES } from '#lib/routes/shop-routes.ts'
import { settings } from '#lib/settings/env.ts'

const { body: MOST_BYTES } = OWNER_ROUTES['/api/owner-picture']

function answer(body: object, status = 200): Response {
  return Response.json(body, { status, headers: { 'cache-control': 'no-store' } })
}

/** Sends each value of a work as a line of JSON, the result last. */
function answerInLines(work: (report: (value: object) => void) => Promise<object>): Response {
  const encoder = new TextEncoder()
  const lines = new ReadableStream({
    start: async (stream) => {
      // Nobody reads any more once the page is closed.
      const report = (value: object) => {
        if (stream.desiredSize !== null)
          stream.enqueue(encoder.encode(`${JSON.stringify(value)}\n`))
      }
      report(await work(report))
      stream.close()
    },
  })
  const type = 'application/x-ndjson; charset=utf-8'
  // nginx would hold the lines back until the last.
  const headers = { 'content-type': type, 'cache-control': 'no-store', 'x-accel-buffering': 'no' }
  return new Response(lines, { headers })
}

/**
 * Crops a photograph from the body, makes its sizes and holds them for a save; `name` is its folder and the beginning of
 * its name. Answers in lines of JSON: how many of its files are stored, and at last the result. 404 for non-owners.
 */
export async function POST(request: Request): Promise<Response> {
  const owner = await requireOwner()
  const site = settings().NEXT_PUBLIC_SITE_URL
  if (!isOwnOrigin(request.headers.get('origin') ?? undefined, site)) return answer({}, 403)
  // Checked before the body is read: a photograph changes what everybody sees.
  if (!(await readOwnerProof()).isRecent) return answer(fail('proof-needed'))
  if (!hasAllowance(owner.uid, 'owner')) return answer(fail('too-often'))
  const repository = findRepository()
  if (!repository) return answer(fail('no-repository'))
  const body = await readBytes(request, MOST_BYTES)
  if (typeof body === 'number') return refuseBody(body)
  const original = Buffer.from(body)
  const name = new URL(request.url).searchParams.get('name') ?? ''
  return answerInLines(async (send) => {
    const report = (progress: UploadProgress) => send(progress)
    try {
      const { signal } = request
      const stored = await storePicture(repository, { name, original, report, signal })
      const outcome = stored.ok ? 'ok' : stored.code
      await recordAudit({
        kind: 'owner-action',
        who: owner.uid,
        action: 'savePicture',
        object: stored.ok ? name : typedHash(name),
        outcome,
      })
      return stored
    } catch (error) {
      logFailure('owner-picture', error)
      return fail('unavailable')
    }
  })
}
