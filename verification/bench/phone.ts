import { type Browser, chromium, type CDPSession, type Page } from 'playwright'

import { bringChromium } from '../../local/chromium.ts'

/** A page on a phone of the size that Lighthouse uses, with nothing cached. */
export type Phone = {
  readonly page: Page
  readonly cdp: CDPSession
  readonly close: () => Promise<void>
}

/** Browser arguments. */
export const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** The browser of the measurements. */
export async function launch(): Promise<Browser> {
  return chromium.launch({ executablePath: (await bringChromium('measure')).path, args: ARGUMENTS })
}

/** A fresh phone; paths of its page are those of `site`. */
export async function openPhone(browser: Browser, site?: string): Promise<Phone> {
  const context = await browser.newContext({
    ...(site === undefined ? {} : { baseURL: site }),
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: 1.75,
    isMobile: true,
    hasTouch: true,
    locale: 'zh-TW',
    timezoneId: 'Asia/Taipei',
  })
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  await cdp.send('Network.enable')
  return { page, cdp, close: () => context.close() }
}

// Slow 4G as the developer tools have it: 150 ms and 1.6 Mbit/s, corrected for throttling by request.
const SLOW_4G = {
  offline: false,
  latency: 562.5,
  downloadThroughput: (1.6 * 1024 * 1024 * 0.9) / 8,
  uploadThroughput: (750 * 1024 * 0.9) / 8,
}

/** Slows a phone's processor to a quarter. */
export async function slowProcessor({ cdp }: Phone): Promise<void> {
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 })
}

/** Slows a phone's network to slow 4G. */
export async function slowNetwork({ cdp }: Phone): Promise<void> {
  await cdp.send('Network.emulateNetworkConditions', SLOW_4G)
}
