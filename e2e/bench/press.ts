import type { Browser, Page } from 'playwright'

import { openPhone, slowProcessor } from './phone.ts'
import { atMost, figure, median, type Row } from './row.ts'
import type { Sites } from './sites.ts'

const ROUNDS = 5
const LIMIT = 100
const show = (value: number) => figure(value, 'ms')

declare global {
  interface PerformanceObserverInit {
    durationThreshold?: number
  }
  interface Window {
    longest?: number
    moved?: number
  }
}

// Runs in the page: the longest time from an event of the next press to the paint that answers it.
function watchPress(): void {
  let longest = 0
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longest = Math.max(longest, duration)
    window.longest = longest
  }).observe({ type: 'event', durationThreshold: 16 })
}

async function addToCart(browser: Browser, address: string): Promise<number> {
  const phone = await openPhone(browser)
  try {
    await phone.page.goto(address, { waitUntil: 'networkidle' })
    const button = phone.page.getByRole('button', { name: /^(立即預購|加入購物車)$/ }).first()
    // Who presses it has scrolled to it before.
    await button.scrollIntoViewIfNeeded()
    await slowProcessor(phone)
    await phone.page.evaluate(watchPress)
    await button.tap()
    const longest = await phone.page.waitForFunction(() => window.longest ?? 0)
    return await longest.jsonValue()
  } finally {
    await phone.close()
  }
}

// Runs in the page: from the click on a link until the frame in which the new page's heading is shown.
function watchMove(): void {
  let pressed = 0
  const before = document.querySelector('h1')?.textContent
  const done = () => {
    window.moved = performance.now() - pressed
  }
  document.addEventListener('click', ({ timeStamp }) => void (pressed = timeStamp), true)
  const observer = new MutationObserver(() => {
    const heading = document.querySelector('h1')?.textContent
    if (pressed === 0 || heading === undefined || heading === before) return
    observer.disconnect()
    const channel = new MessageChannel()
    channel.port1.addEventListener('message', done)
    channel.port1.start()
    requestAnimationFrame(() => channel.port2.postMessage(''))
  })
  observer.observe(document.body, { subtree: true, childList: true, characterData: true })
}

async function timeMove(page: Page, to: string): Promise<number> {
  await page.evaluate(watchMove)
  await page.locator(`main a[href="${to}"], header a[href="${to}"]:visible`).first().tap()
  const moved = await page.waitForFunction(() => window.moved ?? 0)
  return moved.jsonValue()
}

async function move(
  browser: Browser,
  { from, to, slow }: { from: string; to: string; slow: boolean },
): Promise<number> {
  const phone = await openPhone(browser)
  try {
    await phone.page.goto(from, { waitUntil: 'networkidle' })
    const link = phone.page.locator(`main a[href="${to}"], header a[href="${to}"]:visible`).first()
    // What comes near a link fetches its page; focus does as a finger or a pointer.
    await link.focus()
    // The fetch begins a moment later; the silence before it would be taken for its end.
    await phone.page.waitForTimeout(50)
    await phone.page.waitForLoadState('networkidle')
    if (slow) await slowProcessor(phone)
    return await timeMove(phone.page, to)
  } finally {
    await phone.close()
  }
}

async function repeated(measure: () => Promise<number>): Promise<number> {
  const values: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) values.push(await measure())
  return median(values)
}

/** How fast a press is answered: adding to the cart on a slow processor, and moving along links whose pages were fetched before, on this machine's and on a slow one. */
export async function presses(browser: Browser, { shop, pages }: Sites): Promise<Row[]> {
  const moves: [string, string, string][] = [
    ['shop to product', pages.shop, pages.product],
    ['home to shop', pages.home, pages.shop],
    ['blog to article', pages.blog, pages.article],
    ['product to home', pages.product, pages.home],
  ]
  const rows = [
    atMost(
      'adding to the cart',
      await repeated(() => addToCart(browser, shop + pages.product)),
      LIMIT,
      { show },
    ),
  ]
  for (const [name, from, to] of moves) {
    const way = { from: shop + from, to }
    const took = await repeated(() => move(browser, { ...way, slow: false }))
    const slowly = await repeated(() => move(browser, { ...way, slow: true }))
    rows.push(
      atMost(`moving: ${name}`, took, LIMIT, { show }),
      atMost(`moving: ${name}, slow processor`, slowly, LIMIT, { show }),
    )
  }
  return rows
}
