import type { RequestHead } from './request-filter.ts'

// The addresses to which a carrier pushes a form, signed by its own keys (app/api/ecpay).
const PUSHED = /^\/api\/ecpay\/(?:parcel|store)$/
const PLAIN_FORM = /^application\/x-www-form-urlencoded(?:;|$)/i

/** Whether a request is a carrier's push: the one form that the shop takes from elsewhere, signed by its own keys. */
export function isPush({ method, target, header }: RequestHead): boolean {
  return method === 'POST' && PUSHED.test(target) && PLAIN_FORM.test(header('content-type') ?? '')
}
