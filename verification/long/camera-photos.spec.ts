import sharp, { type Sharp } from 'sharp'

import { expectNoViolation } from '../../e2e/support/axe.ts'
import {
  CAMERA_PATH,
  cameraPage,
  expect,
  test,
  twoColorPhoto,
} from '../../e2e/support/pages/camera.ts'
import { press, tabTo } from '../../e2e/support/pages/keys.ts'

const [RED, BLUE] = ['red', 'blue']
const nameOf = ([red, , blue]: readonly number[]) => ((red ?? 0) > (blue ?? 0) ? RED : BLUE)

test.beforeEach(({ page }) => page.goto(CAMERA_PATH))

// The larger one is read at a part of its size, by another way of the browser's.
for (const size of [
  { width: 1200, height: 900 },
  { width: 4800, height: 3600 },
]) {
  test(`a photo of ${size.width} pixels that was taken upright is upright`, async ({ page }) => {
    const camera = cameraPage(page)
    // The file lies on its side: its left is the top.
    await camera.choose(await twoColorPhoto(size, 6))
    await expect(camera.button('完成')).toBeVisible()
    const sides = () =>
      Promise.all([camera.pixel(0.1, 0.1), camera.pixel(0.9, 0.1), camera.pixel(0.5, 0.95)])
    await expect.poll(async () => (await sides()).map(nameOf)).toEqual([RED, RED, BLUE])
  })
}

test('a photo of 48 megapixels becomes a picture and is never read whole', async ({ page }) => {
  const camera = cameraPage(page)
  await page.evaluate(() => {
    HTMLImageElement.prototype.decode = () => Promise.reject(new Error('The photo is read whole.'))
  })
  await camera.choose(await twoColorPhoto({ width: 8064, height: 6048 }))
  await camera.press('完成')
  await expect(camera.result.getByRole('img')).toHaveJSProperty('naturalWidth', 1080)
  await expect(camera.result.getByRole('img')).toHaveJSProperty('naturalHeight', 1350)
})

for (const [name, type, write] of [
  ['photo.png', 'image/png', (image: Sharp) => image.png({ compressionLevel: 1 })],
  ['photo.jpg', 'image/jpeg', (image: Sharp) => image.jpeg({ progressive: true })],
] as const) {
  test(`${name} of 48 megapixels that no browser reads smaller is refused in words`, async ({
    page,
  }) => {
    const camera = cameraPage(page)
    const size = { width: 8064, height: 6048 }
    const image = sharp({ create: { ...size, channels: 3, background: '#888' } })
    await camera.choose(await write(image).toBuffer(), name, type)
    await expect(camera.problem).toContainText('請先在相簿裡縮小')
    await camera.choose(await twoColorPhoto({ width: 300, height: 200 }))
    await expect(camera.problem).toHaveCount(0)
  })
}

test('a large PNG is decoded once and keeps its shape', async ({ page }) => {
  const camera = cameraPage(page)
  const photo = await twoColorPhoto({ width: 4000, height: 3000 })
  await camera.choose(await sharp(photo).png().toBuffer(), 'photo.png', 'image/png')
  await expect(camera.button('完成')).toBeVisible()
  const sides = () => Promise.all([camera.pixel(0.1, 0.5), camera.pixel(0.9, 0.5)])
  await expect.poll(async () => (await sides()).map(nameOf)).toEqual([RED, BLUE])
})

const UNREADABLE: readonly (readonly [string, string, RegExp])[] = [
  ['IMG_0001.HEIC', 'image/heic', /讀不了 HEIC/],
  ['IMG_0002.HEIF', '', /讀不了 HEIC/],
  ['photo.jpg', 'image/jpeg', /讀不出來/],
  ['invoice.pdf', 'application/pdf', /不是照片/],
]
for (const [name, type, words] of UNREADABLE) {
  test(`${name} that can't be read is refused in words, and a photo helps`, async ({ page }) => {
    const camera = cameraPage(page)
    await camera.choose(Buffer.from('no picture'), name, type)
    await expect(camera.problem).toHaveText(words)
    await camera.choose(await twoColorPhoto({ width: 300, height: 200 }))
    await expect(camera.problem).toHaveCount(0)
  })
}

test('the saved photo is the one on the screen', async ({ page }) => {
  const camera = cameraPage(page)
  await camera.choose(await twoColorPhoto({ width: 1600, height: 1200 }))
  await camera.press('貼圖')
  for (const name of ['太陽', '列車']) await camera.press(name)
  await camera.press('濾鏡')
  await camera.press('暮色')
  const seen = await camera.canvas.evaluate((element) =>
    element instanceof HTMLCanvasElement ? element.toDataURL('image/png') : '',
  )
  await camera.press('完成')
  const download = page.waitForEvent('download')
  await camera.result.getByRole('link', { name: '下載' }).click()
  const saved = await sharp(await (await download).path())
    .raw()
    .toBuffer({ resolveWithObject: true })
  expect([saved.info.width, saved.info.height]).toEqual([1080, 1350])
  const shown = await sharp(Buffer.from(seen.split(',')[1] ?? '', 'base64'))
    .removeAlpha()
    .raw()
    .toBuffer()
  const difference = shown.reduce(
    (sum, value, at) => sum + Math.abs(value - (saved.data[at] ?? 0)),
    0,
  )
  // Levels of 255, on average over every channel; the JPEG alone makes up to 1.
  expect(difference / shown.length).toBeLessThan(2)
})

test('twenty stickers fit, the next is refused in words, and one can be deleted', async ({
  page,
}) => {
  const camera = cameraPage(page)
  await camera.choose(await twoColorPhoto({ width: 600, height: 750 }))
  await camera.press('貼圖')
  for (let count = 0; count < 20; count += 1) await camera.press(count % 2 === 0 ? '星星' : '浪')
  await expect(camera.said).toHaveText('已加入貼圖：浪，共 20 個')
  await camera.press('鳥')
  await expect(camera.said).toContainText('最多 20 個貼圖')
  await expectNoViolation(page)
  await camera.press('刪除貼圖：浪 10')
  await expect(camera.said).toHaveText('已刪除貼圖：浪 10')
  await expect(camera.button(/^貼圖：/)).toHaveCount(19)
})

test('everything is done by keyboard, and said', async ({ page }) => {
  const camera = cameraPage(page)
  await camera.choose(await twoColorPhoto({ width: 600, height: 750 }))
  const before = await camera.pixel(0.3, 0.3)
  await tabTo(page, camera.button('圖案').first())
  await expect(camera.button('圖案').first()).toHaveAttribute('aria-pressed', 'true')
  for (const [key, said] of [
    ['ArrowRight', '圖案往右移'],
    ['Shift+ArrowUp', '圖案往上移'],
    ['+', '圖案放大'],
    [']', '圖案往右轉'],
    ['m', '圖案翻面'],
  ] as const) {
    await page.keyboard.press(key)
    await expect(camera.said).toHaveText(said)
  }
  await press(page, camera.button('貼圖'))
  await press(page, camera.button('雲'))
  await expect(camera.said).toHaveText('已加入貼圖：雲，共 1 個')
  await press(page, camera.button('濾鏡'))
  await press(page, camera.button('靛青'))
  await expect(camera.said).toHaveText('濾鏡：靛青')
  expect(await camera.pixel(0.3, 0.3)).not.toEqual(before)
  await press(page, camera.button('貼圖：雲'))
  await page.keyboard.press('Delete')
  await expect(camera.said).toHaveText('已刪除貼圖：雲')
  await expect(camera.button('照片')).toBeFocused()
  await press(page, camera.button('完成'))
  await expect(camera.result).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(camera.result).toBeHidden()
  await expect(camera.button('完成')).toBeFocused()
})

test('the mouse drags, turns and enlarges, and the photo below moves too', async ({ page }) => {
  const camera = cameraPage(page)
  await camera.choose(await twoColorPhoto({ width: 1600, height: 800 }))
  await camera.press('貼圖')
  await camera.press('太陽')
  const sun = camera.button('貼圖：太陽')
  const before = await sun.boundingBox()
  if (!before) throw new Error('No sticker.')
  await sun.hover()
  await page.mouse.down()
  await page.mouse.move(before.x + before.width / 2 + 40, before.y + before.height / 2 + 30)
  await page.mouse.up()
  // A move is drawn in the next frame.
  const sunPosition = async () => {
    const { x = 0, y = 0 } = (await sun.boundingBox()) ?? {}
    return [Math.round(x - before.x), Math.round(y - before.y)]
  }
  await expect.poll(sunPosition).toEqual([40, 30])
  const corner = page.locator('[data-corner]')
  await corner.hover()
  const box = await corner.boundingBox()
  if (!box) throw new Error('No corner.')
  await page.mouse.down()
  await page.mouse.move(box.x + 90, box.y + 90)
  await page.mouse.up()
  const width = async () => (await sun.boundingBox())?.width ?? 0
  await expect.poll(width).toBeGreaterThan(before.width * 1.3)
  const stage = await camera.canvas.boundingBox()
  if (!stage) throw new Error('No canvas.')
  expect(nameOf(await camera.pixel(0.45, 0.05))).toBe(RED)
  await page.mouse.move(stage.x + 30, stage.y + 20)
  await page.mouse.down()
  await page.mouse.move(stage.x - 200, stage.y + 20)
  await page.mouse.up()
  await expect.poll(async () => nameOf(await camera.pixel(0.45, 0.05))).toBe(BLUE)
})
