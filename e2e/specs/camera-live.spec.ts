import type { Page } from 'playwright/test'
import sharp from 'sharp'

import { cameraPage, expect, test } from '../support/pages/camera.ts'

declare global {
  interface Window {
    drawn?: number
  }
}

/** Runs in the page: a camera that sees the same picture in every frame, without left-right symmetry. */
function seeOnePicture(): void {
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width: 1440, height: 1080 })
  const context = canvas.getContext('2d')
  const paint = () => {
    for (const [at, colors] of [
      '#e8d9c0 #31404a',
      '#c02010 #f5f0e8',
      '#1040c0 #e0c060',
    ].entries()) {
      const fill = context?.createLinearGradient(0, 0, 0, 1080)
      for (const [stop, color] of colors.split(' ').entries()) fill?.addColorStop(stop, color)
      if (context && fill) context.fillStyle = fill
      context?.fillRect(at * 480, 0, 480, 1080)
    }
  }
  setInterval(paint, 50)
  navigator.mediaDevices.getUserMedia = async () => {
    paint()
    return canvas.captureStream()
  }
}

/** Runs in the page: counts what its script draws on canvases that are shown. */
function countDrawing(): void {
  const context = CanvasRenderingContext2D.prototype
  const drawImage = Reflect.get(context, 'drawImage')
  window.drawn = 0
  Reflect.set(context, 'drawImage', function (this: CanvasRenderingContext2D, ...input: unknown[]) {
    if (this.canvas.isConnected) window.drawn = (window.drawn ?? 0) + 1
    return Reflect.apply(drawImage, this, input)
  })
}

const frames = (page: Page, count: number) =>
  page.locator('video').evaluate(
    (video, wanted) =>
      new Promise<void>((resolve) => {
        let left = wanted
        const next = () => {
          left -= 1
          if (left < 0 || !(video instanceof HTMLVideoElement)) resolve()
          else video.requestVideoFrameCallback(next)
        }
        next()
      }),
    count,
  )

/** The levels of a picture, small enough that its edges don't count. */
const levelsOf = (picture: Buffer | string) =>
  sharp(picture).removeAlpha().resize(12, 15, { fit: 'fill' }).raw().toBuffer()

async function differences(seen: Buffer, saved: Buffer | string): Promise<number[]> {
  const [one, other] = await Promise.all([levelsOf(seen), levelsOf(saved)])
  return [...one].map((level, at) => Math.abs(level - (other[at] ?? 0)))
}

for (const [filter, facing] of [
  ['原色', '後鏡頭'],
  ['水墨', '後鏡頭'],
  ['暮色', '前鏡頭'],
] as const) {
  test(
    `the ${facing} saves in ${filter} the picture that it shows`,
    { tag: '@long' },
    async ({ page }) => {
      await page.addInitScript(seeOnePicture)
      const camera = cameraPage(page)
      await camera.open()
      if (facing === '前鏡頭') await camera.press('換鏡頭')
      await camera.press('濾鏡')
      await camera.press(filter)
      await frames(page, 2)
      const seen = await camera.canvas.screenshot()
      await camera.press('拍照')
      const download = page.waitForEvent('download')
      await camera.result.getByRole('link', { name: '下載' }).click()
      const found = await differences(seen, await (await download).path())
      // Levels of 255 in each of 12 x 15 places; the thin lines of the drawing make up to 12.
      expect(Math.max(...found)).toBeLessThan(16)
    },
  )
}

test('the browser itself shows and filters the camera: no script draws its frames @long', async ({
  page,
}) => {
  await page.addInitScript(countDrawing)
  const camera = cameraPage(page)
  await camera.open()
  await camera.press('濾鏡')
  await camera.press('靛青')
  await frames(page, 2)
  const drawn = await page.evaluate(() => window.drawn)
  expect(drawn).toBeGreaterThan(0)
  await frames(page, 10)
  expect(await page.evaluate(() => window.drawn)).toBe(drawn)
})
