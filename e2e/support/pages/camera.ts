import type { Page } from 'playwright/test'
import sharp from 'sharp'
import { z } from 'zod'

import { expect, test as base } from '../shop.ts'

// Provides a fake camera and allows its use.
const CAMERA = ['--use-fake-device-for-media-stream=fps=30', '--use-fake-ui-for-media-stream']

// The tests' canvas reads are slow with a software GPU.
const SLOW_READS = /willReadFrequently|GL Driver Message/

/** A test with a camera. `webgl` runs the filters as on a phone. */
export const test = base.extend<object, { webgl: boolean }>({
  expected: async ({ browserName: _any }, use) => use([SLOW_READS]),
  webgl: [false, { option: true, scope: 'worker' }],
  launchOptions: [
    async ({ launchOptions, webgl }, use) => {
      const { args = [] } = launchOptions
      const graphics = webgl
        ? ['--use-angle=swiftshader', '--enable-unsafe-swiftshader']
        : ['--disable-3d-apis']
      const kept = webgl ? args.filter((arg) => arg !== '--disable-gpu') : args
      await use({ ...launchOptions, args: [...kept, ...CAMERA, ...graphics] })
    },
    { scope: 'worker' },
  ],
})

export { expect }

export const CAMERA_PATH = '/c/otr-001/camera'

/** A photo for the file field, as JPEG: red on its left, blue on its right. */
export async function twoColorPhoto(size: { width: number; height: number }, orientation = 1) {
  const { width, height } = size
  const right = await sharp({
    create: { width: Math.round(width / 2), height, channels: 3, background: '#1040c0' },
  })
    .png()
    .toBuffer()
  return sharp({ create: { width, height, channels: 3, background: '#c02010' } })
    .composite([{ input: right, left: Math.floor(width / 2), top: 0 }])
    .withMetadata({ orientation })
    .jpeg()
    .toBuffer()
}

const pixelSchema = z.tuple([z.number(), z.number(), z.number()])

/** A visitor's actions and observations on the camera page. */
export function cameraPage(page: Page) {
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
  const canvas = page.locator('[data-camera] canvas').first()
  return {
    button,
    canvas,
    state: page.locator('[data-camera] > output').first(),
    said: page.locator('[data-camera] > output').last(),
    problem: page.locator('[data-camera]').getByRole('alert'),
    result: page.getByRole('dialog'),
    press: (name: string | RegExp) => button(name).click(),
    open: async () => {
      await page.goto(CAMERA_PATH)
      await button('打開相機').click()
      await expect(button('拍照')).toBeVisible()
    },
    choose: (buffer: Buffer, name = 'photo.jpg', mimeType = 'image/jpeg') =>
      page.locator('input[type=file]').setInputFiles({ name, mimeType, buffer }),
    /** The colour of the preview at parts of its width and height. */
    pixel: async (x: number, y: number) =>
      pixelSchema.parse(
        await canvas.evaluate(
          (element, [x = 0, y = 0]) => {
            if (!(element instanceof HTMLCanvasElement)) throw new Error('No canvas.')
            const place = [x * element.width, y * element.height].map(Math.floor)
            const data = element.getContext('2d')?.getImageData(place[0] ?? 0, place[1] ?? 0, 1, 1)
            return [...(data?.data.subarray(0, 3) ?? [])]
          },
          [x, y],
        ),
      ),
    /** The states of every camera track that the page was given. */
    tracks: () =>
      page.evaluate(() => window.cameraTracks?.map(({ readyState }) => readyState) ?? []),
  }
}

declare global {
  interface Window {
    cameraTracks?: MediaStreamTrack[]
    heard?: AudioBufferSourceNode[]
  }
}

/** Keeps every camera track that the page is given, to ask later whether it was stopped. */
export async function keepTracks(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const media = navigator.mediaDevices
    const open = media.getUserMedia.bind(media)
    media.getUserMedia = async (wanted) => {
      const stream = await open(wanted)
      window.cameraTracks = [...(window.cameraTracks ?? []), ...stream.getTracks()]
      return stream
    }
  })
}

/** Makes the camera fail as browsers do, by the name of the error. */
export async function breakCamera(page: Page, name: string): Promise<void> {
  await page.addInitScript((error) => {
    navigator.mediaDevices.getUserMedia = async () => {
      throw new DOMException('', error)
    }
  }, name)
}
