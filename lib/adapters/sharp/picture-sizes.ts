import type { PictureSize } from './photos.ts'

const KB = 1000

/** The size of a picture in each folder of public/images, and the most bytes that it takes. */
export const PICTURE_SIZES = {
  products: { width: 1600, height: 2000, mostBytes: 450 * KB },
  blog: { width: 1600, height: 1000, mostBytes: 400 * KB },
  site: { width: 2400, height: 1350, mostBytes: 450 * KB },
} as const satisfies Readonly<Record<string, PictureSize>>

/** The banner that is shown where a page is shared. */
export const SHARED_SIZE: PictureSize = { width: 1200, height: 630, mostBytes: 150 * KB }
