'use client'

import { photoHeader } from '#lib/camera/photo-header.ts'
import type { PixelSize } from '#lib/camera/scene.ts'
import type { Problem } from './problem.ts'

/** A photo as an upright canvas, or the reason it could not be opened. */
export type OpenedPhoto = { readonly photo: HTMLCanvasElement } | { readonly problem: Problem }

// In pixels: enough for the finished picture and for zooming.
const SHORT_SIDE = 1620

const MOST_PIXELS = 6_000_000

// Cameras write notes and a small picture before the size.
const LONGEST_HEADER = 512 * 1024

// Decoders take up to 1.8 times as much as they must keep, and the page has 300 MiB.
const MOST_BYTES = 60 * 1024 * 1024

function problemOf({ type, name }: File): Problem {
  if (/hei[cf]/i.test(type) || /\.hei[cf]$/i.test(name)) return 'heic'
  return type === '' || type.startsWith('image/') ? 'unreadable' : 'not-a-photo'
}

/** A copy of a picture, smaller where the picture is larger than needed. */
function copy(
  image: CanvasImageSource,
  { width, height }: PixelSize,
): HTMLCanvasElement | undefined {
  const scale = Math.min(
    1,
    SHORT_SIDE / Math.min(width, height),
    Math.sqrt(MOST_PIXELS / (width * height)),
  )
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(width * scale)
  canvas.height = Math.round(height * scale)
  const context = canvas.getContext('2d')
  if (!context) return undefined
  context.imageSmoothingQuality = 'high'
  // Transparent parts of a picture would be black in a JPEG.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(image, 0, 0, canvas.width, canvas.height)
  return canvas
}

const aspect = ({ width, height }: PixelSize) => Math.max(width, height) / Math.min(width, height)

/** Decodes a JPEG at a part of its size, never whole. Undefined if the browser can't. */
async function decodeReduced(file: File, size: PixelSize): Promise<HTMLCanvasElement | undefined> {
  if (!('ImageDecoder' in window)) return undefined
  const scale = Math.sqrt(MOST_PIXELS / (size.width * size.height))
  const decoder = new ImageDecoder({
    type: 'image/jpeg',
    data: file.stream(),
    desiredWidth: Math.round(size.width * scale),
    desiredHeight: Math.round(size.height * scale),
  })
  try {
    const { image } = await decoder.decode()
    const read = { width: image.displayWidth, height: image.displayHeight }
    const isWhole = Math.abs(aspect(read) - aspect(size)) < 0.02
    const photo = isWhole ? copy(image, read) : undefined
    image.close()
    return photo
  } finally {
    decoder.close()
  }
}

/** Decodes a picture whole but once, without the second copy that an `img` keeps. */
async function decodeOnce(
  file: File,
  { width, height }: PixelSize,
): Promise<HTMLCanvasElement | undefined> {
  const scale = Math.sqrt(MOST_PIXELS / (width * height))
  const image = await createImageBitmap(file, {
    resizeWidth: Math.round(width * scale),
    resizeQuality: 'high',
  })
  const photo = copy(image, image)
  image.close()
  return photo
}

/** Decodes a whole picture; an `img` applies its EXIF orientation. */
async function readWhole(file: File): Promise<HTMLCanvasElement | undefined> {
  const url = URL.createObjectURL(file)
  const image = new Image()
  image.src = url
  try {
    await image.decode()
    const { naturalWidth: width, naturalHeight: height } = image
    return width > 0 ? copy(image, { width, height }) : undefined
  } catch {
    return undefined
  } finally {
    image.removeAttribute('src')
    URL.revokeObjectURL(url)
  }
}

/** Opens a file from the library. It is not decoded where that would take too much memory. */
export async function openPhoto(file: File): Promise<OpenedPhoto> {
  const header = photoHeader(new DataView(await file.slice(0, LONGEST_HEADER).arrayBuffer()))
  const pixels = header ? header.size.width * header.size.height : 0
  if (header && pixels * header.bytesPerPixel > MOST_BYTES) return { problem: 'too-large' }
  let photo: HTMLCanvasElement | undefined
  if (header && pixels > MOST_PIXELS) {
    // A large picture is read in the way that takes the least memory, where the browser can.
    const decode = header.kind === 'jpeg' ? decodeReduced : decodeOnce
    photo = await decode(file, header.size).catch(() => undefined)
  }
  photo ??= await readWhole(file)
  return photo ? { photo } : { problem: problemOf(file) }
}
