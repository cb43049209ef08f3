import type { Problem } from './messages.ts'

/** A photo as an upright canvas, or the reason it could not be opened. */
export type OpenedPhoto = { readonly photo: HTMLCanvasElement } | { readonly problem: Problem }

// In pixels: enough for the finished picture and for zooming.
const SHORT_SIDE = 1620
const MOST_PIXELS = 6_000_000

function problemOf({ type, name }: File): Problem {
  if (/hei[cf]/i.test(type) || /\.hei[cf]$/i.test(name)) return 'heic'
  return type === '' || type.startsWith('image/') ? 'unreadable' : 'not-a-photo'
}

/** A smaller copy of a picture; browsers turn an `img` by its EXIF note by themselves. */
function copy(image: HTMLImageElement): HTMLCanvasElement | undefined {
  const { naturalWidth: width, naturalHeight: height } = image
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

/** Opens a file that was chosen from the library. */
export async function openPhoto(file: File): Promise<OpenedPhoto> {
  const url = URL.createObjectURL(file)
  const image = new Image()
  image.src = url
  try {
    await image.decode()
    const photo = image.naturalWidth > 0 ? copy(image) : undefined
    return photo ? { photo } : { problem: problemOf(file) }
  } catch {
    return { problem: problemOf(file) }
  } finally {
    image.removeAttribute('src')
    URL.revokeObjectURL(url)
  }
}
