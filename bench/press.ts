import type { Browser, Locator } from 'playwright'

import { openPhone, type Phone, slowProcessor } from './phone.ts'
import { atMost, figure, median, type Row } from './row.ts'
import type { Sites } from './sites.ts'

const ROUNDS = 5
/** In milliseconds. */
const LIMIT = 100
/** On a slow processor a move takes at most so many times what a bare page as large takes. */
const TIMES_BARE = 1.25
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

// A bare touch and one answer: what the test's tool does to a page for its own ends would be timed as the page's.
async function timeMove({ page }: Phone, link: Locator): Promise<number> {
  // Centered, since fixed elements may cover a link at the window's edge.
  await link.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  const box = await link.boundingBox()
  if (!box) throw new Error('The link is not to be seen.')
  await page.evaluate(watchMove)
  const moved = page.evaluate(() => window.moved ?? 0)
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2)
  return moved
}

async function move(browser: Browser, { from, to }: Way, isSlow: boolean): Promise<number> {
  const phone = await openPhone(browser)
  try {
    await phone.page.goto(from, { waitUntil: 'networkidle' })
    const link = phone.page.locator(`main a[href="${to}"], header a[href="${to}"]:visible`).first()
    // Focus prefetches the page, as a pointer or finger does.
    await link.focus()
    // The fetch starts a moment later; without the pause, network idle would be detected too early.
    await phone.page.waitForTimeout(50)
    await phone.page.waitForLoadState('networkidle')
    if (isSlow) await slowProcessor(phone)
    return await timeMove(phone, link)
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
  { ways, floors, isSlow }: { ways: ReadonlyMap<string, Way>; floors: Way[]; isSlow: boolean },
): Promise<Row[]> {
  const seen = new Map<Way, number[]>()
  const all = [...ways.values(), ...floors]
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const way of all) {
      seen.set(way, [...(seen.get(way) ?? []), await move(browser, way, isSlow)])
    }
  }
  const middle = (way: Way) => median(seen.get(way) ?? [])
  const bare = floors.map((way) => show(middle(way))).join(', ')
  const limit = isSlow ? Math.max(...floors.map(middle)) * TIMES_BARE : LIMIT
  return [...ways].map(([name, way]) =>
    atMost(`moving: ${name}${isSlow ? ', slow processor' : ''}`, middle(way), limit, {
      show,
      bare,
    }),
  )
}

/**
 * Response time of adding to the cart and of prefetched links, on this and a slow processor,
 * against a bare site.
 */
export async function presses(browser: Browser, sites: Sites): Promise<Row[]> {
  const { shop, bare, pages } = sites
  const ways = new Map<string, Way>([
    ['shop to product', { from: shop + pages.shop, to: pages.product }],
    ['home to shop', { from: shop + pages.home, to: pages.shop }],
    ['blog to article', { from: shop + pages.blog, to: pages.article }],
    ['product to home', { from: shop + pages.product, to: pages.home }],
  ])
  const floors = ['/heading', '/full'].map((to) => ({ from: `${bare}/links`, to }))
  return [
    await pressing(browser, sites),
    ...(await moving(browser, { ways, floors, isSlow: false })),
    ...(await moving(browser, { ways, floors, isSlow: true })),
  ]
}
