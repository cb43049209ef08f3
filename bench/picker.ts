import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { Browser } from 'playwright'

import { giveSession, newMember } from '../e2e/support/accounts.ts'
import { addresses } from '../e2e/support/addresses.ts'
import { fillRecipient } from '../e2e/support/pages/checkout.ts'
import { addToCart } from '../e2e/support/pages/product.ts'
import startShop from '../e2e/support/start-shop.ts'
import { sweepShop } from '../e2e/support/sweep-shop.ts'
import { type RunningProcess, startProcess } from '../local/process.ts'
import { ecpayPlan, shopPlan } from '../local/services.ts'
import { freePort } from '../packages/stand-in/ports.ts'
import { launch, openPhone, slowProcessor } from './phone.ts'
import { atMost, figure, median, type Row } from './row.ts'

const ROUNDS = 5
const MOST_TIME = 300
const MOST_REQUESTS = 1
const show = (value: number) => figure(value, 'ms')

type Opening = { readonly time: number; readonly requests: number }

// Runs in the page: from the press to the frame in which the first store can be chosen.
function watchOpening(): void {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  window.moved = promise
  setTimeout(() => reject(new Error('No store came.')), 10_000)
  let pressed = 0
  document.addEventListener('click', ({ timeStamp }) => void (pressed ||= timeStamp), true)
  const observer = new MutationObserver(() => {
    if (pressed === 0 || document.querySelector('[name=storeChoice]') === null) return
    observer.disconnect()
    requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - pressed)))
  })
  observer.observe(document.body, { subtree: true, childList: true })
}

async function openPicker(browser: Browser, shop: string): Promise<Opening> {
  const phone = await openPhone(browser, shop)
  const { page } = phone
  try {
    await giveSession(page.context(), (await newMember()).session)
    await addToCart(page, { id: 'otr-001', size: 'M', pieces: 1 })
    await page.goto('/checkout', { waitUntil: 'networkidle' })
    await fillRecipient(page)
    let requests = 0
    page.on('request', () => void (requests += 1))
    await slowProcessor(phone)
    await page.evaluate(watchOpening)
    const opened = page.evaluate(() => window.moved ?? 0)
    await page.getByText('超商取貨').tap()
    return { time: await opened, requests }
  } finally {
    await phone.close()
  }
}

async function measure(shop: string): Promise<Row[]> {
  const browser = await launch()
  try {
    // The first opening of all reads the list from the database.
    await openPicker(browser, shop)
    const seen: Opening[] = []
    for (let round = 0; round < ROUNDS; round += 1) seen.push(await openPicker(browser, shop))
    const most = Math.max(...seen.map(({ requests }) => requests))
    const time = median(seen.map((one) => one.time))
    return [
      atMost('opening the store picker, slow processor', time, MOST_TIME, { show }),
      atMost('requests of an opening', most, MOST_REQUESTS),
    ]
  } finally {
    await browser.close()
  }
}

/** How fast the store picker opens at a quarter of the processor, and what it asks for. */
export async function picker(): Promise<Row[]> {
  const stopShop = await startShop()
  const data = await mkdtemp(join(tmpdir(), 'ourtee-picker-'))
  const running: RunningProcess[] = []
  try {
    const shop = `http://localhost:${await freePort('a shop with ECPay', 3390)}`
    const ecpay = `http://127.0.0.1:${await freePort('its ECPay', 4340)}`
    await startProcess(ecpayPlan(ecpay, data), data, running)
    await startProcess(shopPlan({ ...addresses(), shop, ecpay }, false), data, running)
    await sweepShop(shop)
    return await measure(shop)
  } finally {
    await Promise.all(running.map((service) => service.stop(2000)))
    await rm(data, { recursive: true, force: true })
    await stopShop()
  }
}
