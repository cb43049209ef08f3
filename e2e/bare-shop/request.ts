import { AsyncLocalStorage } from 'node:async_hooks'

const requests = new AsyncLocalStorage<Headers>()

/** Runs `work` for a request with these headers, which Next's functions then find. */
export const forRequest = <Answer>(headers: Headers, work: () => Promise<Answer>) =>
  requests.run(headers, work)

/** Returns the current request's headers. Throws outside a request. */
export function requestHeaders(): Headers {
  const headers = requests.getStore()
  if (!headers) throw new Error('Outside of a request')
  return headers
}
