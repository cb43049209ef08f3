/** The widths in pixels in which a picture of each folder of public/images is stored as AVIF. */
const AVIF_WIDTHS = {
  products: [192, 384, 640, 828, 1200, 1600],
  blog: [384, 640, 828, 1200, 1600],
  site: [640, 828, 1200, 1600, 1920],
} as const

/** The widths of the JPEGs, for browsers without AVIF and for other sites. */
const JPEG_WIDTHS = [640, 1200] as const

/** A folder of public/images that has pictures to show. */
export type PictureFolder = keyof typeof AVIF_WIDTHS

/** A stored size of a picture: its width in pixels, its format, and its path in public/. */
export type PictureSize = {
  readonly width: number
  readonly format: 'avif' | 'jpg'
  readonly path: string
}

function isFolder(name: string): name is PictureFolder {
  return Object.hasOwn(AVIF_WIDTHS, name)
}

/** The folder of a picture's path in public/, or undefined for a path of no picture that can be shown. */
export function folderOf(src: string): PictureFolder | undefined {
  const [, folder = ''] = /^\/images\/([a-z]+)\/[a-z0-9-]+\.(?:jpg|svg)$/.exec(src) ?? []
  return isFolder(folder) ? folder : undefined
}

/** Whether a picture is a drawing, which is served as it is. */
export const isDrawing = (src: string) => src.endsWith('.svg')

/** Whether a path in public/ is of a file that was made of a picture's version. */
export const isMade = (path: string) =>
  /^\/images\/.*\.[0-9a-f]{8}(?:-\d+)?\.(?:avif|jpg)$/.test(path)

const stemOf = (src: string) => src.slice(0, src.lastIndexOf('.'))

/** The size of a picture that its `<img>` names, and by which the others are found. */
const FIRST = `-${JPEG_WIDTHS[0]}.jpg`

function sizesOf(stem: string, folder: PictureFolder): readonly PictureSize[] {
  const size = (width: number, format: PictureSize['format']) => {
    return { width, format, path: `${stem}-${width}.${format}` }
  }
  return [
    ...AVIF_WIDTHS[folder].map((width) => size(width, 'avif')),
    ...JPEG_WIDTHS.map((width) => size(width, 'jpg')),
  ]
}

/** The stored sizes of a picture's version; of a drawing the one for sites that show no SVG. */
export function pictureSizes(src: string, version: string): readonly PictureSize[] {
  const folder = folderOf(src)
  if (folder === undefined) return []
  const sizes = sizesOf(`${stemOf(src)}.${version}`, folder)
  return isDrawing(src) ? sizes.filter(({ path }) => path === largePath(src, version)) : sizes
}

/** The path of a picture's version for search engines, feeds and other sites: a JPEG of 1,200 pixels. */
export function largePath(src: string, version: string): string {
  return `${stemOf(src)}.${version}-${JPEG_WIDTHS[1]}.jpg`
}

/** The path of the banner of a picture's version that is shown where a page is shared. */
export function sharePath(src: string, version: string): string {
  return `/images/share/${stemOf(src).slice(src.lastIndexOf('/') + 1)}-banner.${version}.jpg`
}

/** The address by which pages show a picture's version. */
export function shownPath(src: string, version: string): string {
  return isDrawing(src) ? src : `${stemOf(src)}.${version}${FIRST}`
}

/** What `<picture>` shows: the address of its `<img>`, and a srcset of each format where there are sizes. */
export type PictureSources = {
  readonly src: string
  readonly avif?: string
  readonly jpeg?: string
}

const SHOWN = new RegExp(`^/images/([a-z]+)/[a-z0-9-]+\\.[0-9a-f]{8}${FIRST.replace('.', '\\.')}$`)

const setOf = (sizes: readonly PictureSize[], wanted: PictureSize['format']) =>
  sizes
    .flatMap(({ width, format, path }) => (format === wanted ? [`${path} ${width}w`] : []))
    .join(', ')

/** The sources of a picture by the address that `shownPicture` returns; of any other picture itself alone. */
export function pictureSources(address: string): PictureSources {
  const [, folder = ''] = SHOWN.exec(address) ?? []
  if (!isFolder(folder)) return { src: address }
  const sizes = sizesOf(address.slice(0, -FIRST.length), folder)
  return { src: address, avif: setOf(sizes, 'avif'), jpeg: setOf(sizes, 'jpg') }
}

/** The address of a picture as AVIF of 640 pixels; a drawing itself. */
export function backgroundPicture(address: string): string {
  return pictureSources(address).avif === undefined ? address : address.replace(/jpg$/, 'avif')
}
