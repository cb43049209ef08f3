import type { PictureSize } from '../adapters/sharp/photos.ts'

const KB = 1000

/** How large the pictures of a folder of public/images are. */
export const PICTURE_SIZES: Readonly<Record<string, PictureSize>> = {
  products: { width: 1600, height: 2000, mostBytes: 450 * KB },
  blog: { width: 1600, height: 1000, mostBytes: 400 * KB },
  site: { width: 2400, height: 1350, mostBytes: 450 * KB },
}

/** How large the picture is that others show of a page. */
export const SHARED_SIZE: PictureSize = { width: 1200, height: 630, mostBytes: 150 * KB }
