import 'server-only'

import sharp from 'sharp'

/** Size of a picture in pixels, and its largest file size in bytes. */
export type PictureSize = {
  readonly width: number
  readonly height: number
  readonly mostBytes: number
}

/** A picture in a file's bytes, with its size in pixels. */
export type MadePicture = {
  readonly bytes: Buffer
  readonly width: number
  readonly height: number
}

/** The original is no picture that can be read, or is too small to fill the picture that is wanted. */
export class PhotoUnusable extends Error {
  override readonly name = 'PhotoUnusable'
}

/** More pixels than any camera of a telephone makes; decoding takes four bytes for each. */
const MOST_PIXELS = 50_000_000

const UNREADABLE = '讀不出這張圖片；請用 JPEG、PNG、WebP、AVIF 或 TIFF。'

const QUALITIES = [92, 88, 84, 80, 74, 68, 60]

async function requireLarge(original: Buffer, { width, height }: PictureSize): Promise<void> {
  if (original.byteLength === 0) throw new PhotoUnusable(UNREADABLE)
  const found = await sharp(original)
    .metadata()
    .catch((cause: unknown) => {
      throw new PhotoUnusable(UNREADABLE, { cause })
    })
  if (found.width * found.height > MOST_PIXELS) {
    throw new PhotoUnusable('圖片太大，最多 5,000 萬像素。')
  }
  // Cameras turn a picture by a note in its file.
  const isTurned = (found.orientation ?? 1) >= 5
  const [wide, high] = isTurned ? [found.height, found.width] : [found.width, found.height]
  if (wide >= width && high >= height) return
  throw new PhotoUnusable(`原圖只有 ${wide}×${high}，至少要 ${width}×${height} 像素。`)
}

/** Crops an original to a picture of the shop, in the best quality that its bytes allow. Throws PhotoUnusable. */
export async function makePicture(original: Buffer, size: PictureSize): Promise<MadePicture> {
  await requireLarge(original, size)
  const { width, height } = size
  // Decoded and cropped once, to the most salient area and without metadata such as the location; a file that breaks
  // off is found out here.
  const { data, info: raw } = await sharp(original, { limitInputPixels: MOST_PIXELS })
    .rotate()
    .resize(width, height, { fit: 'cover', position: sharp.strategy.attention })
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch((cause: unknown) => {
      throw new PhotoUnusable(UNREADABLE, { cause })
    })
  for (const quality of QUALITIES) {
    const bytes = await sharp(data, { raw })
      .jpeg({ quality, mozjpeg: true, chromaSubsampling: '4:4:4' })
      .toBuffer()
    if (bytes.byteLength <= size.mostBytes) return { bytes, width, height }
  }
  throw new PhotoUnusable(`壓不到 ${Math.round(size.mostBytes / 1000)} KB 以下，請換一張。`)
}

const KB = 1000

/** The size of a picture in each folder of public/images, and the most bytes that it takes. */
export const PICTURE_SIZES = {
  products: { width: 1600, height: 2000, mostBytes: 450 * KB },
  blog: { width: 1600, height: 1000, mostBytes: 400 * KB },
  site: { width: 2400, height: 1350, mostBytes: 450 * KB },
} as const satisfies Readonly<Record<string, PictureSize>>

/** The banner that is shown where a page is shared. */
export const SHARED_SIZE: PictureSize = { width: 1200, height: 630, mostBytes: 150 * KB }
