import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { type Browser, chromium } from 'playwright'
import sharp, { type Sharp } from 'sharp'
import { z } from 'zod'

import { addresses } from '../e2e/support/addresses.ts'
import startShop from '../e2e/support/start-shop.ts'
import { bringChromium } from '../local/chromium.ts'
import { ARGUMENTS, launch, openPhone, type Phone, slowProcessor } from './phone.ts'
import { atLeast, atMost, figure, kib, type Row } from './row.ts'
import { scriptsOf } from './sizes.ts'

const CAMERA = '/c/otr-001/camera'
const OWN_CODE = 45 * 1024
const FRAMES = 24
const MEMORY = 300
const SECONDS = 4
const LARGEST = { width: 8064, height: 6048 }

// A camera of 30 frames a second, and the filters by the processor or by WebGL, itself on the processor.
const FAKE_CAMERA = ['--use-fake-device-for-media-stream=fps=30', '--use-fake-ui-for-media-stream']
const GRAPHICS = {
  'no WebGL': ['--disable-3d-apis'],
  'WebGL in software': ['--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
} as const

async function launchWithCamera(graphics: readonly string[]): Promise<Browser> {
  const args = [...ARGUMENTS.filter((one) => one !== '--disable-gpu'), ...FAKE_CAMERA, ...graphics]
  return chromium.launch({ executablePath: (await bringChromium('measure')).path, args })
}

/** The code that the camera's page loads and a page of words does not. */
async function ownCode(browser: Browser, shop: string): Promise<Row> {
  const shared = await scriptsOf(browser, `${shop}/contact`)
  const own = (await scriptsOf(browser, shop + CAMERA)).filter(
    ({ url }) => !shared.some((other) => other.url === url),
  )
  const bytes = own.reduce((sum, script) => sum + script.bytes, 0)
  return atMost('camera: its own JavaScript', bytes, OWN_CODE, { show: kib })
}

const traceSchema = z.object({ traceEvents: z.array(z.object({ name: z.string() })) })

/** Counts the frames that the browser puts on the screen, whatever drew them. */
async function framesPerSecond({ page }: Phone, browser: Browser): Promise<number> {
  await browser.startTracing(page, { categories: ['viz'] })
  const start = performance.now()
  // The measure itself: frames shown in this time.
  await page.waitForTimeout(1000 * SECONDS)
  const seconds = (performance.now() - start) / 1000
  const { traceEvents } = traceSchema.parse(JSON.parse((await browser.stopTracing()).toString()))
  return traceEvents.filter(({ name }) => name === 'Display::DrawAndSwap').length / seconds
}

async function liveRows(shop: string, graphics: keyof typeof GRAPHICS): Promise<Row[]> {
  const browser = await launchWithCamera(GRAPHICS[graphics])
  try {
    const phone = await openPhone(browser)
    await phone.page.goto(shop + CAMERA)
    const press = (name: string) => phone.page.getByRole('button', { name, exact: true }).click()
    await press('打開相機')
    await press('濾鏡')
    await slowProcessor(phone)
    const rows: Row[] = []
    for (const filter of ['原色', '靛青']) {
      await press(filter)
      const frames = await framesPerSecond(phone, browser)
      const subject = `camera: live frames a second, ${filter}, ${graphics}, slow processor`
      rows.push(atLeast(subject, frames, FRAMES))
    }
    return rows
  } finally {
    await browser.close()
  }
}

const processesSchema = z.object({
  processInfo: z.array(z.object({ type: z.string(), id: z.number() })),
})

/** The most memory, in MiB, that the process of a page ever held (Linux). */
async function peakOf(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = processesSchema.parse(await session.send('SystemInfo.getProcessInfo'))
  const peaks = processInfo
    .filter(({ type }) => type === 'renderer')
    .map(({ id }) => /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1])
  return Math.max(...peaks.map(Number)) / 1024
}

const show = (value: number) => figure(value, 'MiB')

// The largest of each kind that the page opens; noise compresses as little as a real photo.
const PHOTOS = {
  'JPEG of 48 megapixels': [LARGEST, (image: Sharp) => image.jpeg({ quality: 80 })],
  'progressive JPEG of 20': [
    { width: 5200, height: 4000 },
    (image: Sharp) => image.jpeg({ quality: 80, progressive: true }),
  ],
  'PNG of 15': [
    { width: 4480, height: 3500 },
    (image: Sharp) => image.png({ compressionLevel: 1 }),
  ],
} as const

async function memoryRow(shop: string, kind: keyof typeof PHOTOS): Promise<Row> {
  const folder = mkdtempSync(join(tmpdir(), 'camera-'))
  const browser = await launchWithCamera(GRAPHICS['no WebGL'])
  try {
    const [size, write] = PHOTOS[kind]
    const photo = join(folder, kind.includes('PNG') ? 'photo.png' : 'photo.jpg')
    const noise = { type: 'gaussian', mean: 120, sigma: 40 } as const
    await write(sharp({ create: { ...size, channels: 3, background: '#888', noise } })).toFile(
      photo,
    )
    const { page } = await openPhone(browser)
    await page.goto(shop + CAMERA)
    await page.getByRole('button', { name: '打開相機' }).waitFor()
    const empty = await peakOf(browser)
    // Loads from disk like a library: sent by the driver, the bytes would be in memory twice.
    await page.locator('input[type=file]').setInputFiles(photo)
    await page.getByRole('button', { name: '完成' }).click()
    await page.getByRole('dialog').waitFor()
    const ours = `${show(empty)} before the photo`
    return atMost(`camera: memory with a ${kind}`, await peakOf(browser), MEMORY, { show, ours })
  } finally {
    await browser.close()
    rmSync(folder, { recursive: true })
  }
}

/** Records a clip with a filter, plays it to its end and counts its frames. */
async function clipRow(shop: string): Promise<Row> {
  const browser = await launchWithCamera(GRAPHICS['no WebGL'])
  try {
    const { page } = await openPhone(browser)
    await page.goto(shop + CAMERA)
    const press = (name: string | RegExp) => page.getByRole('button', { name }).click()
    await press('打開相機')
    await press('濾鏡')
    await press('靛青')
    await press(/^錄影/)
    await page.getByRole('button', { name: /^停止 ?[4-9]/ }).click()
    const frames = await page
      .getByRole('dialog')
      .locator('video')
      .evaluate(async (video) => {
        if (!(video instanceof HTMLVideoElement)) throw new Error('No clip.')
        video.loop = false
        video.playbackRate = 0.5
        await video.play()
        if (!video.ended) await new Promise((resolve) => video.addEventListener('ended', resolve))
        return video.getVideoPlaybackQuality().totalVideoFrames / video.currentTime
      })
    return atLeast('camera: frames a second of a recorded clip, 靛青', frames, FRAMES)
  } finally {
    await browser.close()
  }
}

async function measureAll(shop: string): Promise<Row[]> {
  const browser = await launch()
  try {
    return [
      await ownCode(browser, shop),
      ...(await liveRows(shop, 'no WebGL')),
      ...(await liveRows(shop, 'WebGL in software')),
      await clipRow(shop),
      await memoryRow(shop, 'JPEG of 48 megapixels'),
      await memoryRow(shop, 'progressive JPEG of 20'),
      await memoryRow(shop, 'PNG of 15'),
    ]
  } finally {
    await browser.close()
  }
}

/** The camera of a style: what it is sent, how it moves on a slow processor, and what a large photo takes. */
export async function camera(): Promise<Row[]> {
  const stop = await startShop()
  try {
    return await measureAll(addresses().shop)
  } finally {
    await stop()
  }
}
