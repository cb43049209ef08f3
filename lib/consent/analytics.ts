// Apart from consent.ts, so that its parsing stays out of the browser.
/** Analytics script, its attributes and its reporting hosts, used after consent. */
export type Analytics = {
  readonly src: string
  readonly attributes: Readonly<Record<string, string>>
  readonly hosts: readonly string[]
  /** The measurement id, when the script is Google's. */
  readonly googleId?: string
}

type RawSettings = Readonly<Record<'src' | 'attributes' | 'hosts', string | undefined>>

const NAMES = {
  src: 'NEXT_PUBLIC_ANALYTICS_SRC',
  attributes: 'NEXT_PUBLIC_ANALYTICS_ATTRIBUTES',
  hosts: 'NEXT_PUBLIC_ANALYTICS_HOSTS',
} as const

const PAIR = /^data-[a-z-]+=[\w.:/,-]+$/

// Google's reporting hosts, from its documentation of content policies.
const GOOGLE = 'https://www.googletagmanager.com'
const GOOGLE_HOSTS = ['https://*.google-analytics.com', 'https://*.analytics.google.com']

function wrong(name: keyof typeof NAMES, advice: string): Error {
  return new Error(`Set ${NAMES[name]} to ${advice}, or leave it out.`)
}

function originOf(text: string, name: keyof typeof NAMES): string {
  const url = URL.parse(text)
  if (url?.protocol !== 'https:') throw wrong(name, 'addresses that begin with https://')
  return url.origin
}

/** Reads the three settings; nothing without a script. Throws one sentence when one can't be used. */
export function parseAnalytics({ src, attributes, hosts }: RawSettings): Analytics | undefined {
  if (!src) return undefined
  const own = originOf(src, 'src')
  const pairs = (attributes ?? '').split(/\s+/).filter(Boolean)
  if (!pairs.every((pair) => PAIR.test(pair)))
    throw wrong('attributes', 'pairs such as data-website-id=abc')
  const named = (hosts ?? '').split(/\s+/).filter(Boolean)
  const id = new URL(src).searchParams.get('id')
  return {
    src,
    attributes: Object.fromEntries(
      pairs.map((pair): [string, string] => {
        const [name = '', value = ''] = pair.split(/=(.*)/)
        return [name, value]
      }),
    ),
    hosts: [
      own,
      ...named.map((host) => originOf(host, 'hosts')),
      ...(own === GOOGLE ? GOOGLE_HOSTS : []),
    ],
    ...(own === GOOGLE && id !== null ? { googleId: id } : {}),
  }
}

/** Analytics settings of this build. */
export const ANALYTICS = parseAnalytics({
  src: process.env.NEXT_PUBLIC_ANALYTICS_SRC,
  attributes: process.env.NEXT_PUBLIC_ANALYTICS_ATTRIBUTES,
  hosts: process.env.NEXT_PUBLIC_ANALYTICS_HOSTS,
})
