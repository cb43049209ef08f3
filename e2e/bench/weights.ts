import type { Browser } from 'playwright'

import { openPhone } from './phone.ts'

/** A request of a page: bytes are those of the body as it was sent. */
export type Sent = {
  readonly url: string
  readonly type: string
  readonly mime: string
  readonly isPrefetch: boolean
  readonly bytes: number
}

type Open = {
  url: string
  type: string
  mime: string
  isPrefetch: boolean
  headers: number
  bytes: number
}

/** Everything that a first visit to a page loads until it is quiet, without a touch. */
export async function sentFor(browser: Browser, address: string): Promise<readonly Sent[]> {
  const phone = await openPhone(browser)
  const requests = new Map<string, Open>()
  phone.cdp.on('Network.requestWillBeSent', ({ requestId, request, type }) => {
    const isPrefetch = Object.keys(request.headers).some((name) =>
      /^next-router-.*prefetch$/i.test(name),
    )
    const open = { url: request.url, type: type ?? '', mime: '', isPrefetch, headers: 0, bytes: 0 }
    if (!request.url.startsWith('data:')) requests.set(requestId, open)
  })
  phone.cdp.on('Network.responseReceived', ({ requestId, response }) => {
    const open = requests.get(requestId)
    if (!open) return
    open.mime = response.mimeType
    open.headers = response.encodedDataLength
  })
  phone.cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const open = requests.get(requestId)
    if (open) open.bytes = encodedDataLength - open.headers
  })
  try {
    await phone.page.goto(address, { waitUntil: 'networkidle', timeout: 30_000 })
  } finally {
    await phone.close()
  }
  return [...requests.values()]
}

/** The sum of the bytes of some requests. */
export function bytesOf(sent: readonly Sent[], isCounted: (request: Sent) => boolean): number {
  return sent.filter(isCounted).reduce((sum, { bytes }) => sum + bytes, 0)
}
