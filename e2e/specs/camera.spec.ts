import { expectNoViolation } from '../support/axe.ts'
import {
  breakCamera,
  CAMERA_PATH,
  cameraPage,
  expect,
  keepTracks,
  test,
  twoColorPhoto,
} from '../support/pages/camera.ts'
import { expectPage, refuseCookies, saveData } from '../support/pages/storefront.ts'

test('the camera opens, shoots, and shows what was made', async ({ page }) => {
  const camera = cameraPage(page)
  await camera.open()
  await expectPage(page, '旅見 T 恤的相機')
  await expect(camera.state).toHaveText('相機已打開')
  await expectNoViolation(page)
  await camera.press('拍照')
  await expect(camera.result).toContainText('你的另一半完成了')
  await expect(camera.result.getByRole('img')).toBeVisible()
  await expectNoViolation(page)
  const download = page.waitForEvent('download')
  await camera.result.getByRole('link', { name: '下載' }).click()
  expect((await download).suggestedFilename()).toBe('ourtee-otr-001.jpg')
  await camera.result.getByRole('button', { name: '繼續調整' }).click()
  await expect(camera.button('完成')).toBeVisible()
})

test('the camera is off once the photo is taken, the page is hidden or left @long', async ({
  page,
}) => {
  await keepTracks(page)
  const camera = cameraPage(page)
  await camera.open()
  await camera.press('換鏡頭')
  await expect.poll(camera.tracks).toEqual(['ended', 'live'])
  await expect(camera.button('拍照')).toBeVisible()
  // Pressed before the other camera's first frame, the shutter waits for it.
  await camera.press('拍照')
  await expect.poll(camera.tracks).toEqual(['ended', 'ended'])
  await camera.result.getByRole('button', { name: '繼續調整' }).click()
  await camera.press('打開相機')
  await expect(camera.button('拍照')).toBeVisible()
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide')))
  await expect.poll(camera.tracks).toEqual(['ended', 'ended', 'ended'])
})

test('leaving the page stops camera and music', { tag: '@long' }, async ({ page }) => {
  await keepTracks(page)
  await page.addInitScript(() => {
    window.heard = []
    window.AudioContext = class extends AudioContext {
      override createBufferSource() {
        const node = super.createBufferSource()
        window.heard?.push(node)
        node.addEventListener('ended', () => {
          window.heard = window.heard?.filter((other) => other !== node) ?? []
        })
        return node
      }
    }
  })
  const camera = cameraPage(page)
  await camera.open()
  await camera.press('音樂')
  await camera.press('路上')
  await expect(camera.said).toContainText('正在播放：路上')
  const heard = () => page.evaluate(() => window.heard?.length)
  expect(await heard()).toBe(1)
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide')))
  await expect.poll(heard).toBe(0)
  await expect.poll(camera.tracks).toEqual(['ended'])
})

const FAILURES: readonly (readonly [error: string, words: RegExp])[] = [
  ['NotAllowedError', /尚未取得使用相機的許可/],
  ['NotFoundError', /找不到相機/],
  ['NotReadableError', /正由其他程式使用/],
  ['TypeError', /無法開啟相機/],
]
for (const [error, words] of FAILURES) {
  test(`after ${error} the library is the way`, { tag: '@long' }, async ({ page }) => {
    await breakCamera(page, error)
    await page.goto(CAMERA_PATH)
    const camera = cameraPage(page)
    await camera.press('打開相機')
    await expect(camera.problem).toHaveText(words)
    await expect(camera.problem).toContainText('從相簿選一張照片')
    await camera.choose(await twoColorPhoto({ width: 600, height: 750 }))
    await expect(camera.problem).toHaveCount(0)
    await expect(camera.button('完成')).toBeVisible()
  })
}

test('a browser without cameras says so @long', async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'mediaDevices'))
  await page.goto(CAMERA_PATH)
  const camera = cameraPage(page)
  await camera.press('打開相機')
  await expect(camera.problem).toContainText('無法開啟相機')
  await expectNoViolation(page)
})

test(
  'a camera that another program takes is lost in words, and opens again',
  { tag: '@long' },
  async ({ page }) => {
    await keepTracks(page)
    const camera = cameraPage(page)
    await camera.open()
    await page.evaluate(() => window.cameraTracks?.[0]?.dispatchEvent(new Event('ended')))
    await expect(camera.problem).toContainText('相機已停止')
    await camera.press('打開相機')
    await expect(camera.button('拍照')).toBeVisible()
    await expect(camera.problem).toHaveCount(0)
  },
)

test('a phone that is turned keeps its picture @phone', { tag: '@long' }, async ({ page }) => {
  const camera = cameraPage(page)
  await camera.open()
  await page.setViewportSize({ width: 760, height: 360 })
  await expect(camera.button('拍照')).toBeInViewport()
  await expect(camera.canvas).toBeInViewport()
  await expectPage(page, '旅見 T 恤的相機')
  await camera.press('拍照')
  await expect(camera.result).toBeVisible()
})

test('the page asks for nothing but its own files, and sends nothing @long', async ({ page }) => {
  await saveData(page)
  await refuseCookies(page)
  const camera = cameraPage(page)
  await page.goto(CAMERA_PATH, { waitUntil: 'networkidle' })
  const requests: string[] = []
  page.on('request', (request) => {
    const { protocol, pathname } = new URL(request.url())
    if (protocol !== 'blob:' && protocol !== 'data:') {
      requests.push(`${request.method()} ${pathname}`)
    }
  })
  await camera.press('打開相機')
  await camera.press('貼圖')
  await camera.press('太陽')
  await camera.press('音樂')
  await camera.press('水邊')
  await expect(camera.said).toContainText('正在播放：水邊')
  await camera.press('拍照')
  await expect(camera.result.getByRole('img')).toBeVisible()
  await camera.result.getByRole('button', { name: '繼續調整' }).click()
  await camera.choose(await twoColorPhoto({ width: 600, height: 750 }))
  await camera.press('完成')
  await expect(camera.result.getByRole('img')).toBeVisible()
  const others = requests.filter((request) => !/^GET \/(_next\/static|sounds)\//.test(request))
  expect(others).toEqual([])
  expect(requests).toContain('GET /sounds/water.mp3')
})
