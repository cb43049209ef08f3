import { AsyncLocalStorage } from 'node:async_hooks'

const requests = new AsyncLocalStorage<Headers>()

/** Runs `work` for a request with these headers, which Next's functions then find. */
export const forRequest = <Answer>(headers: Headers, work: () => Promise<Answer>) =>
  requests.run(headers, work)

/** The headers of the request at hand. Throws outside of one. */
export function requestHeaders(): Headers {
  const headers = requests.getStore()
  if (!headers) throw new Error('Outside of a request')
  return headers
}
