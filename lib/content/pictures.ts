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
