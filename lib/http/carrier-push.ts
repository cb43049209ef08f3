import type { RequestHead } from './request-filter.ts'

// The addresses to which a carrier pushes a signed form, or sends a browser back from its map (app/api/ecpay).
const PUSHED = /^\/api\/ecpay\/(?:parcel|store|map)$/
const PLAIN_FORM = /^application\/x-www-form-urlencoded(?:;|$)/i

/** Whether a request is a form of a carrier's, the only ones that the shop takes from elsewhere. */
export function isPush({ method, target, header }: RequestHead): boolean {
  return method === 'POST' && PUSHED.test(target) && PLAIN_FORM.test(header('content-type') ?? '')
}
