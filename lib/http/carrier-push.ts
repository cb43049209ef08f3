import { shopRouteAt } from '../routes/shop-routes.ts'
import type { RequestHead } from './request-filter.ts'

const PLAIN_FORM = /^application\/x-www-form-urlencoded(?:;|$)/i

/** Whether a request is a form of a carrier's, the only ones that the shop takes from elsewhere. */
export function isPush({ method, target, header }: RequestHead): boolean {
  if (method !== 'POST' || !PLAIN_FORM.test(header('content-type') ?? '')) return false
  return shopRouteAt(target.split('?', 1)[0] ?? '')?.takesForm === true
}
