import type { CDPSession, Page } from 'playwright/test'

import { cameraPage, CAMERA_PATH, expect, test, twoColorPhoto } from '../support/pages/camera.ts'
import { refuseCookies } from '../support/pages/storefront.ts'

type Finger = { readonly x: number; readonly y: number }

const touch = (session: CDPSession, type: 'touchStart' | 'touchMove' | 'touchEnd') => {
  return (...fingers: readonly Finger[]) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: fingers.map((finger, id) => ({ ...finger, id })),
    })
}

// Two fingers that are set down one after the other, move together in steps, and are lifted.
async function pinch(page: Page, from: readonly [Finger, Finger], to: readonly [Finger, Finger]) {
  const session = await page.context().newCDPSession(page)
  const [first, second] = from
  await touch(session, 'touchStart')(first)
  await touch(session, 'touchStart')(first, second)
  const steps = 5
  for (let step = 1; step <= steps; step += 1) {
    const between = (a: Finger, b: Finger) => ({
      x: a.x + ((b.x - a.x) * step) / steps,
      y: a.y + ((b.y - a.y) * step) / steps,
    })
    await touch(session, 'touchMove')(between(first, to[0]), between(second, to[1]))
  }
  await touch(session, 'touchEnd')()
}

test('two fingers enlarge, turn and move a sticker; the page itself does not zoom @phone @long', async ({
  page,
}) => {
  await page.goto(CAMERA_PATH)
  const camera = cameraPage(page)
  await camera.choose(await twoColorPhoto({ width: 600, height: 750 }))
  await camera.press('貼圖')
  await camera.press('太陽')
  const sun = camera.button('貼圖：太陽')
  const sizeOf = async () => {
    const { width = 0, x = 0, y = 0, height = 0 } = (await sun.boundingBox()) ?? {}
    return { width, x: x + width / 2, y: y + height / 2 }
  }
  const before = await sizeOf()
  const { x, y } = before
  await pinch(
    page,
    [
      { x: x - 20, y },
      { x: x + 20, y },
    ],
    [
      { x: x - 20, y: y + 20 },
      { x: x + 60, y: y + 20 },
    ],
  )
  // Twice as far apart, and the middle 20 to the right and 20 down.
  await expect.poll(async () => Math.round((10 * (await sizeOf()).width) / before.width)).toBe(20)
  const after = await sizeOf()
  expect([Math.round(after.x - x), Math.round(after.y - y)]).toEqual([20, 20])
  const turnBefore = await sun.evaluate((element) => element.style.transform)
  const now = await sizeOf()
  await pinch(
    page,
    [
      { x: now.x - 30, y: now.y },
      { x: now.x + 30, y: now.y },
    ],
    [
      { x: now.x, y: now.y - 30 },
      { x: now.x, y: now.y + 30 },
    ],
  )
  await expect.poll(() => sun.evaluate((element) => element.style.transform)).not.toBe(turnBefore)
  expect(await page.evaluate(() => window.visualViewport?.scale)).toBe(1)
})

test('from the code on the product page to a shared picture in five taps @phone @long', async ({
  page,
}) => {
  await refuseCookies(page)
  await page.addInitScript(() => {
    navigator.canShare = () => true
    navigator.share = async ({ files = [], text = '' } = {}) => {
      document.documentElement.dataset.shared = `${files[0]?.name ?? ''} ${text}`
    }
  })
  let taps = 0
  const tap = async (role: 'link' | 'button', name: string) => {
    await page.getByRole(role, { name, exact: true }).tap()
    taps += 1
  }
  // A scanned code opens the garment page, which saves one tap.
  await page.goto('/product/otr-001')
  await tap('link', '打開這一款的頁面')
  await tap('link', '打開相機')
  await tap('button', '打開相機')
  await tap('button', '拍照')
  await tap('button', '分享')
  await expect(page.locator('html')).toHaveAttribute(
    'data-shared',
    /^ourtee-otr-001\.jpg .*\/c\/otr-001$/,
  )
  expect(taps).toBe(5)
})
