import { expect, test } from './shopper.ts'
import type { Visitor } from './visitor.ts'

// Tests the camera page without a camera: choosing a photo from the library.

/** Runs in the page: puts a photo of the shop into the file field, as the library would. */
function choosePhoto(): string {
  void (async () => {
    const photo = await (await fetch('/images/site/hero-phone.jpg')).blob()
    const files = new DataTransfer()
    files.items.add(new File([photo], 'photo.jpg', { type: 'image/jpeg' }))
    const field = document.querySelector<HTMLInputElement>('input[type=file]')
    if (!field) return
    field.files = files.files
    field.dispatchEvent(new Event('change', { bubbles: true }))
  })()
  return document.body.innerText
}

/** Runs in the page: chooses a photo of 7 megapixels that lies on its side, red on its left, with EXIF's note to turn it. */
function chooseSidewaysPhoto(): string {
  void (async () => {
    const canvas = document.createElement('canvas')
    const [width, height] = [3000, 2400]
    Object.assign(canvas, { width, height })
    const context = canvas.getContext('2d')
    for (const [at, color] of ['#c02010', '#1040c0'].entries()) {
      if (context) context.fillStyle = color
      context?.fillRect((at * width) / 2, 0, width / 2, height)
    }
    const jpeg = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg'))
    if (!jpeg) return
    const entry = [0x12, 1, 3, 0, 1, 0, 0, 0, 6, 0, 0, 0]
    const tiff = [0x49, 0x49, 0x2a, 0, 8, 0, 0, 0, 1, 0, ...entry, 0, 0, 0, 0]
    const exif = new Uint8Array([0xff, 0xe1, 0, 34, 0x45, 0x78, 0x69, 0x66, 0, 0, ...tiff])
    const files = new DataTransfer()
    files.items.add(
      new File([jpeg.slice(0, 2), exif, jpeg.slice(2)], 'photo.jpg', { type: 'image/jpeg' }),
    )
    const field = document.querySelector<HTMLInputElement>('input[type=file]')
    if (!field || document.body.innerText.includes('完成')) return
    field.files = files.files
    field.dispatchEvent(new Event('change', { bubbles: true }))
  })()
  return document.body.innerText
}

async function openPhoto(visitor: Visitor, choose = choosePhoto): Promise<void> {
  await visitor.open('/c/otr-001/camera')
  // A page ignores it until its scripts have loaded.
  await expect
    .poll(() => visitor.evaluate(`(${choose.toString()})()`), { intervals: [500] })
    .toContain('完成')
}

const PIXEL =
  "[...document.querySelector('[data-camera] canvas').getContext('2d').getImageData(500, 60, 1, 1).data].join()"

test('a photo is filtered, gets a sticker, and becomes a picture', async ({ shopper }) => {
  await openPhoto(shopper)
  const before = await shopper.evaluate(PIXEL)
  await shopper.click(['button', '濾鏡'])
  await shopper.click(['button', '靛青'])
  await expect.poll(() => shopper.evaluate(PIXEL)).not.toBe(before)
  const [red = 0, , blue = 0] = (await shopper.evaluate(PIXEL)).split(',').map(Number)
  expect(blue).toBeGreaterThanOrEqual(red)
  await shopper.click(['button', '貼圖'])
  await shopper.click(['button', '太陽'])
  await shopper.see('已加入貼圖：太陽，共 1 個')
  await shopper.click(['button', '完成'])
  await shopper.see('你的另一半完成了')
  await expect
    .poll(() => shopper.evaluate("document.querySelector('dialog img').naturalHeight"))
    .toBe('1350')
})

const RED_AT = (part: number) =>
  `(() => { const canvas = document.querySelector('[data-camera] canvas')
    const [red, , blue] = canvas.getContext('2d')
      .getImageData(canvas.width * 0.1, canvas.height * ${part}, 1, 1).data
    return red > blue })()`

test('a large photo that was taken upright is upright', async ({ shopper }) => {
  await openPhoto(shopper, chooseSidewaysPhoto)
  await expect.poll(() => shopper.evaluate(RED_AT(0.05))).toBe('true')
  expect(await shopper.evaluate(RED_AT(0.95))).toBe('false')
})

test('without a camera the page says so and offers the library', async ({
  shopper,
  engineName,
}) => {
  await shopper.open('/c/ots-001/camera')
  await expect
    .poll(() =>
      shopper.evaluate(
        "(document.querySelector('[data-mode=start] button')?.click(), document.body.innerText)",
      ),
    )
    .toMatch(engineName === 'firefox' ? /找不到相機|尚未取得使用相機的許可/ : /相機/)
  await shopper.see('從相簿選')
})

test('a clip is recorded with the loop, and plays with a track of sound', async ({
  shopper,
  engineName,
}) => {
  test.skip(engineName === 'webkit', "Debian's WebKit records no clip of a canvas.")
  await openPhoto(shopper)
  await shopper.click(['button', '音樂'])
  await shopper.click(['button', '路上'])
  await shopper.see('正在播放：路上')
  await shopper.click(['button', '錄影'])
  await shopper.see('2 秒')
  await shopper.evaluate("document.querySelector('[data-on=true]').closest('button').click()")
  await shopper.see('影片完成了')
  await shopper.evaluate("void document.querySelector('dialog video').play()")
  const partOfVideo = (name: string) =>
    shopper.evaluate(`document.querySelector('dialog video').${name}`)
  await expect.poll(async () => Number(await partOfVideo('currentTime'))).toBeGreaterThan(0.3)
  // Playback is tested in Chromium: Firefox needs an audio device.
  expect(await partOfVideo('mozHasAudio')).toBe('true')
})
