import type { Picture } from './pages.ts'

/** A sharing picture, in pixels. */
export type SharePicture = Picture & { readonly width: 1200; readonly height: 630 }

/** The crop of a picture for sharing, which lies under the same name in public/images/share. */
export function sharePicture({ src, alt }: Picture): SharePicture {
  const name = src.slice(src.lastIndexOf('/') + 1)
  return { src: `/images/share/${name}`, alt, width: 1200, height: 630 }
}

/**
 * Quality of all pictures, the only one in next.config.ts. Lower values gray the embroidery and
 * band the walls.
 */
export const PICTURE_QUALITY = 90

/** A width at which next.config.ts lets pictures be made. */
export type PictureWidth = 96 | 192 | 384 | 640 | 828 | 1080 | 1440 | 1920

/** A picture of public/ at a width that next.config.ts allows, for the few that are drawn in the browser. */
export function pictureUrl(src: string, width: PictureWidth): string {
  return `/_next/image?url=${encodeURIComponent(src)}&w=${width}&q=${PICTURE_QUALITY}`
}

/** A picture at several widths, as the srcset of an image whose `sizes` says how wide it is drawn. */
export function pictureSet(src: string, widths: readonly PictureWidth[]): string {
  return widths.map((width) => `${pictureUrl(src, width)} ${width}w`).join(', ')
}
