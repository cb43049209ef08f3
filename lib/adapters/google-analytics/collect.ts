import 'server-only'

/** In milliseconds: an answer that comes later is none. */
const ANSWERS_WITHIN = 5000

/** Where Google takes events of a server (developers.google.com/analytics, Measurement Protocol). */
const COLLECT = 'https://www.google-analytics.com/mp/collect'

/** An event of a browser that agreed to analytics, by Google's names. */
export type ServerEvent = {
  /** The browser's client id. */
  readonly client: string
  /** ISO 8601; Google takes the last 72 hours. */
  readonly at: string
  readonly name: string
  readonly params: object
}

/** The property that is told: its measurement id and the secret of its Measurement Protocol. */
export type Property = { readonly id: string; readonly secret: string }

/** Tells Google an event, without any use for advertising; false where it did not take it within 5 s. */
export async function collect(
  { id, secret }: Property,
  { client, at, name, params }: ServerEvent,
): Promise<boolean> {
  const address = new URL(COLLECT)
  address.searchParams.set('measurement_id', id)
  address.searchParams.set('api_secret', secret)
  try {
    const answer = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        client_id: client,
        timestamp_micros: Date.parse(at) * 1000,
        consent: { ad_user_data: 'DENIED', ad_personalization: 'DENIED' },
        events: [{ name, params }],
      }),
      signal: AbortSignal.timeout(ANSWERS_WITHIN),
    })
    return answer.ok
  } catch {
    return false
  }
}
