/** The header by which a browser names the server action that it calls (Next.js). */
export const ACTION_HEADER = 'next-action'

/** The largest call of a server action, in bytes; next.config says the same to Next. */
export const ACTION_BYTES = 64 * 1024

// What React writes for an argument that JSON does not know, and for a text that begins with a dollar sign. The shop's actions take nothing else: no files, forms, streams or references to other parts of a body.
const PLAIN = /^\$(?:\$|undefined$|n-?\d+$|D|NaN$|-?Infinity$|-0$)/

function isPlain(value: unknown): boolean {
  if (typeof value === 'string') return !value.startsWith('$') || PLAIN.test(value)
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(
    ([name, inner]) => name !== 'then' && name !== '__proto__' && isPlain(inner),
  )
}

/** Whether a text holds the arguments of a server action as the shop's own pages write them. */
export function isActionBody(text: string): boolean {
  try {
    const args: unknown = JSON.parse(text)
    return Array.isArray(args) && isPlain(args)
  } catch {
    // Not JSON, or nested more deeply than any form of the shop.
    return false
  }
}

/** Whether a page of this host sent a request; one without an origin is no page's, and the cookie does not come along with it. */
export function isOwnOrigin(origin: string | null, host: string | null): boolean {
  return origin === null || URL.parse(origin)?.host === host
}

/** The status by which a call of a server action is refused before Next reads it; nothing when it may pass. */
export function actionRefusal(
  headers: Headers,
  readText: () => Promise<string>,
): Promise<number | undefined> | number | undefined {
  const host = headers.get('x-forwarded-host') ?? headers.get('host')
  if (!isOwnOrigin(headers.get('origin'), host)) return 403
  if (!headers.get('content-type')?.startsWith('text/plain')) return 415
  if (Number(headers.get('content-length') ?? 0) > ACTION_BYTES) return 413
  return readText().then((text) => {
    if (Buffer.byteLength(text) > ACTION_BYTES) return 413
    return isActionBody(text) ? undefined : 400
  })
}
