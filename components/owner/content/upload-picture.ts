import type { UploadProgress } from '#lib/content-editor/stored-pictures.ts'
import { fail } from '#lib/result.ts'
import { isNumber, matchShape, parseJson, withFields } from '#lib/text/json-shape.ts'

const isProgress = withFields<UploadProgress>({ stored: isNumber, of: isNumber })

/** Of an upload: bytes on their way, then the files that the shop makes of them; `part` is 0 to 1. */
type Report = (progress: { readonly state: 'sending' | 'making'; readonly part: number }) => void

/**
 * Uploads a photograph and returns the shop's answer, unchecked, or undefined if none came. Not by fetch, which does
 * not say how much of a body was sent.
 */
export function uploadPicture(name: string, body: Blob, report: Report): Promise<unknown> {
  const { promise, resolve } = Promise.withResolvers<unknown>()
  const request = new XMLHttpRequest()
  const lines = () => request.responseText.split('\n').filter((line) => line !== '')
  request.upload.addEventListener('progress', ({ loaded, total }) => {
    report({ state: 'sending', part: total === 0 ? 0 : loaded / total })
  })
  request.addEventListener('progress', () => {
    // The last line may have come in part.
    const made = lines().flatMap((line) => matchShape(isProgress, parseJson(line)) ?? [])
    const last = made.at(-1)
    if (last) report({ state: 'making', part: last.stored / last.of })
  })
  request.addEventListener('loadend', () => {
    const answer = parseJson(lines().at(-1) ?? '')
    if (answer !== undefined && !isProgress(answer)) return resolve(answer)
    // A server that fails answers with another status, or with no JSON.
    resolve(request.status >= 500 ? fail('unavailable') : undefined)
  })
  request.open('POST', `/api/owner-picture?name=${encodeURIComponent(name)}`)
  request.setRequestHeader('content-type', 'application/octet-stream')
  request.send(body)
  return promise
}
