import type { Browser } from 'playwright'

import { newMember } from '../../e2e/support/accounts.ts'
import { openPhone, type Phone, slowNetwork, slowProcessor } from './phone.ts'
import { atMost, figure, median, type Row } from './row.ts'
import { KINDS, type Sites } from './sites.ts'

const ROUNDS = 5
/** The first paint takes at most so many times what plain HTML's takes. */
const FIRST_PAINT = 1.75
/** The LCP takes at most so many times plain HTML's, and never longer than a bare Next page's. */
const LCP = 1.08

const show = (value: number) => figure(value, 'ms')

/** Paint times on a slow phone in milliseconds, and layout shift scores. */
export type Paint = {
  readonly first: number
  readonly largest: number
  readonly blocking: number
  readonly shift: number
}

type PaintFigures = { largest: number; shift: number; tasks: { at: number; took: number }[] }

declare global {
  interface Window {
    seen?: PaintFigures
  }
}

// Runs in the page before anything of it.
function watch(): void {
  const seen: PaintFigures = { largest: 0, shift: 0, tasks: [] }
  window.seen = seen
  const takes: Record<string, (entry: PerformanceEntry) => void> = {
    'largest-contentful-paint': ({ startTime }) => {
      seen.largest = startTime
    },
    'layout-shift': (entry) => {
      if ('value' in entry && typeof entry.value === 'number') seen.shift += entry.value
    },
    longtask: ({ startTime, duration }) => {
      seen.tasks.push({ at: startTime, took: duration })
    },
  }
  for (const [type, take] of Object.entries(takes)) {
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({
      type,
      buffered: true,
    })
  }
}

// A flat picture counts for nothing in the browser's LCP, so the arrival of the first one counts as well.
function read(): Paint {
  const { largest, shift, tasks } = window.seen ?? { largest: 0, shift: 0, tasks: [] }
  const first = document.querySelector('img')?.currentSrc ?? ''
  const [picture] = performance.getEntriesByName(first)
  const arrived = picture instanceof PerformanceResourceTiming ? picture.responseEnd : 0
  const painted = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0
  // A task that paints the first words and goes on keeps the first touch waiting as well.
  const blocking = tasks
    .filter(({ at, took }) => at + took > painted)
    .reduce((sum, { took }) => sum + Math.max(0, took - 50), 0)
  return { first: painted, largest: Math.max(largest, arrived), blocking, shift }
}

async function paintOn(phone: Phone, address: string): Promise<Paint> {
  await phone.page.addInitScript(watch)
  await slowProcessor(phone)
  await slowNetwork(phone)
  await phone.page.goto(address, { waitUntil: 'networkidle', timeout: 60_000 })
  return phone.page.evaluate(read)
}

async function paint(browser: Browser, address: string, session?: string): Promise<Paint> {
  const phone = await openPhone(browser)
  try {
    if (session !== undefined) {
      await phone.page.context().addCookies([{ name: '__session', value: session, url: address }])
    }
    return await paintOn(phone, address)
  } finally {
    await phone.close()
  }
}

/**
 * First paint, LCP and blocking time of each kind of public page, in turn with plain HTML and bare
 * Next, both with the same first picture and their styles inside.
 */
export async function paints(
  browser: Browser,
  { shop, bare, plain, pages }: Sites,
): Promise<Row[]> {
  const seen = new Map<string, Paint[]>()
  const addresses = [
    ...KINDS.map((kind) => ({ name: kind, address: shop + pages[kind] })),
    { name: 'bare', address: bare },
    ...KINDS.map((kind) => ({ name: `bare ${kind}`, address: `${bare}/picture/${kind}` })),
    ...KINDS.map((kind) => ({ name: `plain ${kind}`, address: `${plain}/${kind}` })),
  ]
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { name, address } of addresses) {
      seen.set(name, [...(seen.get(name) ?? []), await paint(browser, address)])
    }
  }
  const middle = (name: string, of: keyof Paint) =>
    median((seen.get(name) ?? []).map((paint) => paint[of]))
  const blocking = middle('bare', 'blocking')
  return KINDS.flatMap((kind) => {
    const floors = (of: keyof Paint) => ({
      show,
      bare: show(middle(`bare ${kind}`, of)),
      plain: show(middle(`plain ${kind}`, of)),
    })
    const first = FIRST_PAINT * middle(`plain ${kind}`, 'first')
    const largest = Math.min(
      LCP * middle(`plain ${kind}`, 'largest'),
      middle(`bare ${kind}`, 'largest'),
    )
    return [
      atMost(`${kind}: first paint, slow phone`, middle(kind, 'first'), first, floors('first')),
      atMost(`${kind}: LCP, slow phone`, middle(kind, 'largest'), largest, floors('largest')),
      atMost(`${kind}: blocking time`, middle(kind, 'blocking'), blocking + 30, {
        show,
        bare: show(blocking),
      }),
    ]
  })
}

const OTHERS = ['/cart', '/login', '/signup', '/reset', '/contact', '/faq', '/policy', '/terms']
const MORE = ['/patent-statement', '/delete-data-facebook', '/checkout-success', '/no-such-page']
const MEMBERS = ['/account', '/account/orders', '/account/settings', '/checkout']

/** Layout shift of each route on a slow phone; one row for all, or one per shifting route. */
export async function shifts(browser: Browser, { shop, pages }: Sites): Promise<Row[]> {
  const { session } = await newMember()
  const rows: Row[] = []
  for (const path of [...pages.indexed, ...OTHERS, ...MORE, ...MEMBERS]) {
    const member = MEMBERS.includes(path) ? session : undefined
    const { shift } = await paint(browser, shop + path, member)
    rows.push(atMost(`${path}: layout shift`, Number(shift.toFixed(4)), 0))
  }
  const broken = rows.filter(({ isKept }) => !isKept)
  return broken.length > 0 ? broken : [atMost(`layout shift, ${rows.length} routes`, 0, 0)]
}
