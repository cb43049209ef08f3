import type { Browser, Locator, Page } from 'playwright'

import { openPhone, type Phone, slowNetwork, slowProcessor } from './phone.ts'
import { atMost, figure, median, type Row } from './row.ts'
import type { Sites } from './sites.ts'

const ROUNDS = 5
/** In milliseconds. */
const LIMIT = 100
/** On a slow processor a move takes at most so many times what a bare page as large takes. */
const TIMES_BARE = 1.25
/** For the next page, from coming near its link until it stands. */
const REQUESTS = 2
/** Milliseconds that somebody looks at a page before the tap; the shop fetches a page of each kind then. */
const LOOK = 2500
const show = (value: number) => figure(value, 'ms')

declare global {
  interface PerformanceObserverInit {
    durationThreshold?: number
  }
  interface Window {
    pressed?: number
    moved?: Promise<number>
  }
}

// Runs in the page: the time from the next press to the paint that answers its click. The events of
// the touch before it are answered by themselves.
function watchPress(): void {
  new PerformanceObserver((list) => {
    const click = list.getEntries().find(({ name }) => name === 'click')
    if (click) window.pressed = click.duration
  }).observe({ type: 'event', durationThreshold: 16 })
}

async function addToCart(browser: Browser, address: string): Promise<number> {
  const phone = await openPhone(browser)
  try {
    await phone.page.goto(address, { waitUntil: 'networkidle' })
    const button = phone.page.getByRole('button', { name: /^(立即預購|加入購物車)・/ }).first()
    // A shopper has scrolled to it before.
    await button.scrollIntoViewIfNeeded()
    await slowProcessor(phone)
    await phone.page.evaluate(watchPress)
    await button.tap()
    const pressed = await phone.page.waitForFunction(() => window.pressed ?? 0)
    return await pressed.jsonValue()
  } finally {
    await phone.close()
  }
}

// Runs in the page: from the click on a link until the frame in which the new page's heading is shown.
function watchMove(): void {
  const before = document.querySelector('h1')?.textContent
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  window.moved = promise
  setTimeout(() => reject(new Error('The link led nowhere.')), 10_000)
  let pressed = 0
  const finish = () => resolve(performance.now() - pressed)
  document.addEventListener('click', ({ timeStamp }) => void (pressed = timeStamp), true)
  const observer = new MutationObserver(() => {
    const heading = document.querySelector('h1')?.textContent
    if (pressed === 0 || heading === undefined || heading === before) return
    observer.disconnect()
    const channel = new MessageChannel()
    channel.port1.addEventListener('message', finish)
    channel.port1.start()
    requestAnimationFrame(() => channel.port2.postMessage(''))
  })
  observer.observe(document.body, { subtree: true, childList: true, characterData: true })
}

type Way = { readonly from: string; readonly to: string }

/** Milliseconds from the touch to the new page, and the requests for pages until the line is quiet. */
type Move = { readonly took: number; readonly requests: number }

const MOVE_KINDS = {
  'fetched ahead': { isAhead: true, slow: [] },
  'fetched ahead, slow processor': { isAhead: true, slow: [slowProcessor] },
  'first tap, slow phone': { isAhead: false, slow: [slowProcessor, slowNetwork] },
} as const

type MoveKind = keyof typeof MOVE_KINDS

// A bare touch and one answer: what the test's tool does to a page for its own ends would be timed as the page's.
async function timeMove(
  { page }: Phone,
  link: Locator,
  slowDown: () => Promise<void>,
): Promise<number> {
  // Centered, since fixed elements may cover a link at the window's edge.
  await link.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  const box = await link.boundingBox()
  if (!box) throw new Error('The link is not to be seen.')
  await page.waitForLoadState('networkidle')
  await slowDown()
  await page.evaluate(watchMove)
  const moved = page.evaluate(() => window.moved ?? 0)
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2)
  return moved
}

function countPages(page: Page, to: string): () => number {
  let count = 0
  page.on('request', (request) => {
    const isPage = request.isNavigationRequest() || request.url().includes('_rsc=')
    if (isPage && new URL(request.url()).pathname === to) count += 1
  })
  return () => count
}

async function move(browser: Browser, { from, to }: Way, kind: MoveKind): Promise<Move> {
  const phone = await openPhone(browser)
  const { isAhead, slow } = MOVE_KINDS[kind]
  try {
    await phone.page.goto(from, { waitUntil: 'networkidle' })
    // A person looks at a page before the next press: what is fetched ahead meanwhile is part of what is measured.
    await phone.page.waitForTimeout(LOOK)
    const requests = countPages(phone.page, to)
    const link = phone.page.locator(`main a[href="${to}"], header a[href="${to}"]:visible`).first()
    if (isAhead) {
      // Focus prefetches the page, as a pointer does. The fetch starts a moment later; without the
      // pause, network idle would be detected too early.
      await link.focus()
      await phone.page.waitForTimeout(50)
    }
    const took = await timeMove(phone, link, async () => {
      for (const slower of slow) await slower(phone)
    })
    await phone.page.waitForLoadState('networkidle')
    return { took, requests: requests() }
  } finally {
    await phone.close()
  }
}

async function pressing(browser: Browser, { shop, pages }: Sites): Promise<Row> {
  const values: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    values.push(await addToCart(browser, shop + pages.product))
  }
  return atMost('adding to the cart', median(values), LIMIT, { show })
}

// Alternates with the baselines, round by round.
async function moving(
  browser: Browser,
  { ways, floors, kind }: { ways: ReadonlyMap<string, Way>; floors: Way[]; kind: MoveKind },
): Promise<Row[]> {
  const seen = new Map<Way, Move[]>()
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const way of [...ways.values(), ...floors]) {
      seen.set(way, [...(seen.get(way) ?? []), await move(browser, way, kind)])
    }
  }
  const middle = (way: Way, of: keyof Move) => median((seen.get(way) ?? []).map((move) => move[of]))
  const bare = (of: keyof Move) => floors.map((way) => figure(middle(way, of))).join(', ')
  const large = Math.max(...floors.map((way) => middle(way, 'took')))
  const limit = MOVE_KINDS[kind].slow.length > 0 ? large * TIMES_BARE : LIMIT
  return [...ways].flatMap(([name, way]) => [
    atMost(`${name}: ${kind}`, middle(way, 'took'), limit, { show, bare: `${bare('took')} ms` }),
    atMost(`${name}: requests, ${kind}`, middle(way, 'requests'), REQUESTS, {
      bare: bare('requests'),
    }),
  ])
}

/**
 * Response time of adding to the cart, and of links: fetched ahead, on this and a slow processor, and
 * tapped on a slow phone when nothing came near before; with the requests of each, against a bare
 * site.
 */
export async function presses(browser: Browser, sites: Sites): Promise<Row[]> {
  const { shop, bare, pages } = sites
  // The last of its kind, since the first is fetched ahead for its styles and code.
  const last = (start: string) => pages.indexed.findLast((path) => path.startsWith(start)) ?? start
  const ways = new Map<string, Way>([
    ['shop to product', { from: shop + pages.shop, to: last('/product/') }],
    ['home to shop', { from: shop + pages.home, to: pages.shop }],
    ['blog to article', { from: shop + pages.blog, to: last('/blog/') }],
    ['product to home', { from: shop + pages.product, to: pages.home }],
  ])
  const floors = ['/heading', '/full'].map((to) => ({ from: `${bare}/links`, to }))
  const rows = [await pressing(browser, sites)]
  for (const kind of [
    'fetched ahead',
    'fetched ahead, slow processor',
    'first tap, slow phone',
  ] as const) {
    rows.push(...(await moving(browser, { ways, floors, kind })))
  }
  return rows
}
