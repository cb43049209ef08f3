import { callAction } from '#components/ui/call-action.ts'
import { ANALYTICS_CLIENT } from '#lib/consent/consent.ts'

import { consentStore } from './consent-store.ts'

/** The server action that notes a withdrawal, handed down by the layout. */
export type EndAnalytics = (values: {
  readonly client: string
}) => Promise<{ readonly ok: boolean }>

// Google's cookie: GA1.1.123456789.1700000000.
const COOKIE = /(?:^|; )_ga=GA\d\.\d\.([\d.]+)/

function storedClient(): string | undefined {
  const client = COOKIE.exec(document.cookie)?.[1]
  return client !== undefined && ANALYTICS_CLIENT.test(client) ? client : undefined
}

/** The browser's id at Google, for an order that is placed with consent; undefined without. */
export function analyticsClient(): string | undefined {
  return consentStore.read().choice?.analytics === true ? storedClient() : undefined
}

// The script sets its cookies for the widest domain that takes them.
function removeCookies(): void {
  const names = [...document.cookie.matchAll(/(?:^|; )(_ga(?:_\w+)?)=/g)].map(([, name]) => name)
  const parts = window.location.hostname.split('.')
  for (const name of names) {
    document.cookie = `${name}=; path=/; max-age=0`
    for (const from of parts.keys()) {
      document.cookie = `${name}=; path=/; max-age=0; domain=.${parts.slice(from).join('.')}`
    }
  }
}

/** How long a withdrawal waits for the shop's answer, in milliseconds; the next page tells it again. */
const WAITS = 2000

/** Tells the shop that nothing of this browser's orders is told any more, then takes Google's cookies away. */
export async function withdrawAnalytics(end: EndAnalytics): Promise<void> {
  const client = storedClient()
  if (client === undefined) return removeCookies()
  const told = callAction(end, { client }).then(
    ({ ok }) => (ok ? removeCookies() : undefined),
    () => undefined,
  )
  await Promise.race([told, new Promise((resolve) => setTimeout(resolve, WAITS))])
}
