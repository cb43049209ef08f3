import {
  CAMERA_PATH,
  cameraPage,
  expect,
  test,
  twoColorPhoto,
} from '../../e2e/support/pages/camera.ts'

test.use({ webgl: true })

// Expected red and blue at the centre of each half, as without WebGL below.
const MIDDLES = { x: [0.25, 0.75], y: 0.5 } as const

async function colorsOf(camera: ReturnType<typeof cameraPage>) {
  return Promise.all(MIDDLES.x.map((x) => camera.pixel(x, MIDDLES.y)))
}

test('the filters of WebGL and of the processor make the same colours', async ({ page }) => {
  const camera = cameraPage(page)
  const photo = await twoColorPhoto({ width: 540, height: 675 })
  const seen: number[][][] = []
  for (const isOff of [false, true]) {
    if (isOff) {
      await page.addInitScript(() => {
        const getContext = Reflect.get(HTMLCanvasElement.prototype, 'getContext')
        Reflect.set(
          HTMLCanvasElement.prototype,
          'getContext',
          function (this: HTMLCanvasElement, ...overrides: unknown[]) {
            return overrides[0] === 'webgl' ? null : Reflect.apply(getContext, this, overrides)
          },
        )
      })
    }
    await page.goto(CAMERA_PATH)
    await camera.choose(photo)
    await camera.press('濾鏡')
    const colors: number[][] = []
    for (const name of ['晨霧', '沙色', '靛青', '水墨', '暮色']) {
      await camera.press(name)
      await expect(camera.said).toHaveText(`濾鏡：${name}`)
      colors.push(...(await colorsOf(camera)))
    }
    seen.push(colors)
  }
  const [shader = [], pixels = []] = seen
  const differences = shader.flatMap((color, at) =>
    color.map((value, channel) => Math.abs(value - (pixels[at]?.[channel] ?? 0))),
  )
  expect(differences).toHaveLength(30)
  expect(Math.max(...differences)).toBeLessThanOrEqual(2)
})
