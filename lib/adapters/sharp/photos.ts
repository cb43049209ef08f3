import 'server-only'

import sharp, { type Raw } from 'sharp'

import { pictureSizes, sharePath } from '#lib/content/pictures.ts'

/** The shape of a picture in pixels, and its largest file size in bytes. */
export type PictureShape = {
  readonly width: number
  readonly height: number
  readonly mostBytes: number
}

/** The original is no picture that can be read, or is too small to fill the picture that is wanted. */
export class PhotoUnusable extends Error {
  override readonly name = 'PhotoUnusable'
}

/** More pixels than any camera of a telephone makes; decoding takes four bytes for each. */
const MOST_PIXELS = 50_000_000

const UNREADABLE = '無法讀取這張圖片；請用 JPEG、PNG、WebP、AVIF 或 TIFF。'

/** What a transparent ground becomes: the page's own (`--paper` in app/globals.css). */
const GROUND = '#faf8f4'

const ascii = (original: Buffer, from: number, to: number) => original.toString('latin1', from, to)

// By its first bytes: whatever it is called, nothing else reaches a decoder.
function isPhotograph(original: Buffer): boolean {
  const begin = ascii(original, 0, 4)
  if (begin.startsWith('\u00FF\u00D8\u00FF') || begin === '\u0089PNG') return true
  if (begin === 'II*\0' || begin === 'MM\0*') return true
  if (begin === 'RIFF') return ascii(original, 8, 12) === 'WEBP'
  return ascii(original, 4, 8) === 'ftyp' && /avi[fs]/.test(ascii(original, 8, 40))
}

async function requireLarge(original: Buffer, { width, height }: PictureShape): Promise<void> {
  if (!isPhotograph(original)) throw new PhotoUnusable(UNREADABLE)
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

const QUALITIES = [92, 88, 84, 80, 74, 68, 60]

type Pixels = { readonly data: Buffer; readonly info: Raw }

// Decoded and cropped once, to the most salient area and without metadata such as the location; a file that breaks
// off is found out here.
async function crop(original: Buffer, shape: PictureShape): Promise<Pixels> {
  await requireLarge(original, shape)
  return sharp(original, { limitInputPixels: MOST_PIXELS })
    .rotate()
    .flatten({ background: GROUND })
    .resize(shape.width, shape.height, { fit: 'cover', position: sharp.strategy.attention })
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch((cause: unknown) => {
      throw new PhotoUnusable(UNREADABLE, { cause })
    })
}

// A JPEG in the best quality that its bytes allow.
async function pack({ data, info: raw }: Pixels, mostBytes: number): Promise<Buffer> {
  for (const quality of QUALITIES) {
    const bytes = await sharp(data, { raw })
      .jpeg({ quality, mozjpeg: true, chromaSubsampling: '4:4:4' })
      .toBuffer()
    if (bytes.byteLength <= mostBytes) return bytes
  }
  throw new PhotoUnusable(`壓不到 ${Math.round(mostBytes / 1000)} KB 以下，請換一張。`)
}

/** Crops an original to a picture of the shop, a JPEG in the best quality that its bytes allow. Throws PhotoUnusable. */
export async function makePicture(original: Buffer, shape: PictureShape): Promise<Buffer> {
  return pack(await crop(original, shape), shape.mostBytes)
}

const KB = 1000

/** The shape of a picture in each folder of public/images, and the most bytes that it takes. */
export const PICTURE_SHAPES = {
  products: { width: 1600, height: 2000, mostBytes: 450 * KB },
  blog: { width: 1600, height: 1000, mostBytes: 400 * KB },
  site: { width: 2400, height: 1350, mostBytes: 450 * KB },
} as const satisfies Readonly<Record<string, PictureShape>>

/** The banner that is shown where a page is shared. */
const SHARED_SHAPE: PictureShape = { width: 1200, height: 630, mostBytes: 150 * KB }

// The panel, an SVG as high as the banner, stands on its left.
async function makeBanner(original: Buffer, panel: string): Promise<Buffer> {
  const { width, height, mostBytes } = SHARED_SHAPE
  const drawn = await sharp(Buffer.from(panel)).png().toBuffer({ resolveWithObject: true })
  const left = drawn.info.width
  const { data, info } = await crop(original, { width: width - left, height, mostBytes })
  const banner = await sharp({ create: { width, height, channels: 3, background: GROUND } })
    .composite([
      { input: drawn.data, left: 0, top: 0 },
      { input: data, raw: info, left, top: 0 },
    ])
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return pack(banner, mostBytes)
}

/** A file that was made, with its path in public/. */
export type MadeFile = { readonly path: string; readonly bytes: Buffer }

// What is large is seen from near, and a fine weave costs most there.
function avifQuality(width: number): number {
  if (width <= 828) return 64
  return width <= 1200 ? 54 : 46
}

/**
 * Makes the sizes of a picture's version one after the other, and its banner for sharing: `panel`, an SVG, beside a crop of
 * `wider` where there is one. An AVIF of 1,600 pixels takes a second of processor. Throws PhotoUnusable.
 */
export async function* makeSizes(
  {
    src,
    version,
    panel,
  }: { readonly src: string; readonly version: string; readonly panel: string },
  picture: Buffer,
  wider = picture,
): AsyncGenerator<MadeFile> {
  const { data, info: raw } = await sharp(picture, { limitInputPixels: MOST_PIXELS })
    .flatten({ background: GROUND })
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch((cause: unknown) => {
      throw new PhotoUnusable(UNREADABLE, { cause })
    })
  for (const { width, format, path } of pictureSizes(src, version)) {
    const sized = sharp(data, { raw }).resize({ width, withoutEnlargement: true })
    const bytes =
      format === 'avif'
        ? await sized.avif({ quality: avifQuality(width), effort: 3 }).toBuffer()
        : await sized.jpeg({ quality: 74, mozjpeg: true }).toBuffer()
    yield { path, bytes }
  }
  yield { path: sharePath(src, version), bytes: await makeBanner(wider, panel) }
}

/**
 * A drawing of the repository as a picture of its folder's shape, for sites that show no SVG. Throws PhotoUnusable for
 * one of another shape.
 */
export async function drawingAsPicture(svg: Buffer, shape: PictureShape): Promise<Buffer> {
  const { width, height } = await sharp(svg)
    .metadata()
    .catch((cause: unknown) => {
      throw new PhotoUnusable('讀不出這張 SVG。', { cause })
    })
  if (Math.abs(width / height - shape.width / shape.height) > 0.01) {
    throw new PhotoUnusable(
      `SVG 是 ${width}×${height}，長寬比要是 ${shape.width}:${shape.height}。`,
    )
  }
  return sharp(svg, { density: (72 * shape.width) / width })
    .resize(shape.width, shape.height)
    .flatten({ background: GROUND })
    .png()
    .toBuffer()
}
