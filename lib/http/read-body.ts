/** A body as far as it may be read, or the status that says why there is none: too large, or broken off. */
export type ReadBody = Uint8Array<ArrayBuffer> | 400 | 413

/**
 * Reads a request's body, at most `most` bytes: chunks are counted as they come, so that a body
 * without a length, or without an end, is answered 413 and never kept.
 */
export async function readBytes(
  request: Pick<Request, 'headers' | 'body'>,
  max: number,
): Promise<ReadBody> {
  if (Number(request.headers.get('content-length') ?? 0) > max) return 413
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of request.body ?? []) {
      size += chunk.byteLength
      if (size > max) return 413
      chunks.push(chunk)
    }
  } catch {
    return 400
  }
  return new Uint8Array(Buffer.concat(chunks))
}

/** The same as text; bytes that are no UTF-8 become replacement characters. */
export async function readText(
  request: Pick<Request, 'headers' | 'body'>,
  max: number,
): Promise<string | 400 | 413> {
  const bytes = await readBytes(request, max)
  return typeof bytes === 'number' ? bytes : new TextDecoder().decode(bytes)
}

/** The answer to a body that was not read to its end. Closes the connection: what follows is the same body. */
export function refuseBody(status: 400 | 413): Response {
  const headers = { 'cache-control': 'no-store', connection: 'close' }
  return new Response(null, { status, headers })
}
