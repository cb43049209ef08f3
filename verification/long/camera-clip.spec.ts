import {
  CAMERA_PATH,
  cameraPage,
  expect,
  test,
  twoColorPhoto,
} from '../../e2e/support/pages/camera.ts'

declare global {
  interface Window {
    loudness?: () => number
    shared?: { readonly names: readonly string[]; readonly text: string }
  }
}

/** Runs in the page: plays a clip and measures its sound. */
async function listen(video: Element): Promise<void> {
  if (!(video instanceof HTMLVideoElement)) throw new Error('No video.')
  const context = new AudioContext()
  const analyser = context.createAnalyser()
  context.createMediaElementSource(video).connect(analyser)
  const samples = new Float32Array(analyser.fftSize)
  let loudest = 0
  window.loudness = () => {
    analyser.getFloatTimeDomainData(samples)
    loudest = Math.max(loudest, ...samples)
    return loudest
  }
  await video.play()
}

test('a clip is recorded with the loop, ends, plays and has sound', async ({ page }) => {
  const camera = cameraPage(page)
  await camera.open()
  await camera.press('音樂')
  await camera.press('路上')
  await expect(camera.said).toContainText('正在播放：路上')
  await camera.press(/^錄影/)
  await expect(camera.said).toContainText('開始錄影')
  await expect(camera.button(/^停止 ?[2-9]/)).toBeVisible()
  await camera.press(/^停止/)
  await expect(camera.result).toContainText('影片完成了')
  const video = camera.result.locator('video')
  await video.evaluate(listen)
  const heard = () => page.evaluate(() => window.loudness?.() ?? 0)
  await expect.poll(heard).toBeGreaterThan(0.02)
  await expect(video).toHaveJSProperty('videoWidth', 720)
  await expect(video).toHaveJSProperty('videoHeight', 900)
  await expect(video).toHaveJSProperty('paused', false)
})

test('a clip ends by itself after fifteen seconds', async ({ page }) => {
  await page.clock.install()
  const camera = cameraPage(page)
  await page.goto(CAMERA_PATH)
  await camera.choose(await twoColorPhoto({ width: 600, height: 750 }))
  await camera.press(/^錄影/)
  await expect(camera.button(/^停止/)).toBeVisible()
  // A clip without a frame is none, and no frame is drawn while the clock jumps.
  await page.clock.runFor(500)
  await page.clock.fastForward(15_000)
  await expect(camera.result).toContainText('影片完成了')
})

test("a browser that can't record a clip shows no button for it", async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'MediaRecorder'))
  const camera = cameraPage(page)
  await camera.open()
  await expect(camera.button('拍照')).toBeVisible()
  await expect(camera.button(/^錄影/)).toHaveCount(0)
})

test('a picture is shared with the address of the garment page', async ({ page }) => {
  await page.addInitScript(() => {
    navigator.canShare = () => true
    navigator.share = async ({ files = [], text = '' } = {}) => {
      window.shared = { names: files.map(({ name, type }) => `${name} ${type}`), text }
    }
  })
  await page.goto(CAMERA_PATH)
  const camera = cameraPage(page)
  await camera.choose(await twoColorPhoto({ width: 600, height: 750 }))
  await camera.press('完成')
  await camera.result.getByRole('button', { name: '分享' }).click()
  const shared = await page.evaluate(() => window.shared)
  expect(shared?.names).toEqual(['ourtee-otr-001.jpg image/jpeg'])
  expect(shared?.text).toMatch(/旅見 T 恤.*\/c\/otr-001$/)
})

test('the file stays for download when sharing fails', async ({ page }) => {
  await page.addInitScript(() => {
    navigator.canShare = () => true
    navigator.share = () => Promise.reject(new DOMException('', 'NotAllowedError'))
  })
  await page.goto(CAMERA_PATH)
  const camera = cameraPage(page)
  await camera.choose(await twoColorPhoto({ width: 600, height: 750 }))
  await camera.press('完成')
  await camera.result.getByRole('button', { name: '分享' }).click()
  await expect(camera.result).toContainText('沒有分享出去')
  await expect(camera.result.getByRole('link', { name: '下載' })).toBeVisible()
})

test.describe('without the network', () => {
  test.use({ expected: [/sounds\/water|Failed to load resource/] })

  test('music that does not come says so, and a second press helps', async ({ page }) => {
    await page.route('**/sounds/*', (route) => route.abort('connectionreset'))
    const camera = cameraPage(page)
    await camera.open()
    await camera.press('音樂')
    await camera.press('水邊')
    await expect(camera.problem).toContainText('音樂未載入')
    await page.unroute('**/sounds/*')
    await camera.press('水邊')
    await expect(camera.said).toContainText('正在播放：水邊')
    await expect(camera.button('水邊')).toHaveAttribute('aria-pressed', 'true')
  })
})
