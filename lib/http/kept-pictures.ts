import { accessSync, constants, mkdirSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'

/** Bytes of resized pictures that one process keeps; the shop's own need about a third. */
const MOST_BYTES = 64 * 1024 * 1024

type KeptPicture = {
  readonly headers: readonly (readonly [name: string, value: string | number | readonly string[]])[]
  readonly etag: string | undefined
  readonly body: Buffer
}

/** Whether Next can keep resized pictures in the build's folder, as the user that runs the shop. */
export function keepsPicturesOnDisk(folder: string): boolean {
  try {
    const pictures = join(/* turbopackIgnore: true */ folder, 'cache', 'images')
    mkdirSync(/* turbopackIgnore: true */ pictures, { recursive: true })
    accessSync(/* turbopackIgnore: true */ pictures, constants.W_OK)
    return true
  } catch {
    return false
  }
}

/** Collects the body of an answer; `store` gets it whole when it was a picture. */
function collect(response: ServerResponse, store: (picture: KeptPicture) => void): void {
  const chunks: Buffer[] = []
  const take = (chunk: unknown) => {
    if (typeof chunk === 'string' || chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk))
  }
  for (const name of ['write', 'end'] as const) {
    const send = response[name].bind(response)
    const value = (...args: unknown[]): unknown => {
      take(args[0])
      return Reflect.apply(send, response, args)
    }
    Object.defineProperty(response, name, { value, writable: true, configurable: true })
  }
  response.once('finish', () => {
    const type = response.getHeader('content-type')
    if (response.statusCode !== 200 || !String(type).startsWith('image/')) return
    const etag = response.getHeader('etag')
    const headers = Object.entries(response.getHeaders()).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value] as const],
    )
    store({ headers, etag: etag?.toString(), body: Buffer.concat(chunks) })
  })
}

function send({ headers, etag, body }: KeptPicture, request: IncomingMessage, to: ServerResponse) {
  for (const [name, value] of headers) to.setHeader(name, value)
  const isKnown = etag !== undefined && request.headers['if-none-match'] === etag
  if (isKnown) to.removeHeader('content-length')
  to.statusCode = isKnown ? 304 : 200
  to.end(isKnown || request.method === 'HEAD' ? undefined : body)
}

/**
 * Answers resized pictures from memory, the oldest of them forgotten beyond `most` bytes: for a build
 * in a folder that the shop can't write, where Next would make each anew for each request.
 */
export function pictureMemory(most = MOST_BYTES) {
  const kept = new Map<string, KeptPicture>()
  let bytes = 0
  function store(key: string, picture: KeptPicture): void {
    if (kept.has(key) || picture.body.length > most) return
    kept.set(key, picture)
    bytes += picture.body.length
    for (const [oldest, { body }] of kept) {
      if (bytes <= most) break
      kept.delete(oldest)
      bytes -= body.length
    }
  }
  /** Returns whether it answered; the answer of Next is kept otherwise. */
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const { url = '', method, headers } = request
    if (!url.startsWith('/_next/image?')) return false
    // Next chooses the format by the same words, in this order.
    const formats = ['image/avif', 'image/webp']
    const format = formats.find((type) => headers.accept?.includes(type)) ?? 'its own'
    const key = `${format} ${url}`
    const picture = kept.get(key)
    if (picture) {
      kept.delete(key)
      kept.set(key, picture)
      send(picture, request, response)
      return true
    }
    if (method === 'GET') collect(response, (made) => store(key, made))
    return false
  }
}
