/** The quality at which every picture of the shop is made; next.config.ts allows this one alone. */
export const PICTURE_QUALITY = 60

/** A picture of public/ at a width that next.config.ts allows, for the few that are drawn in the browser. */
export function pictureUrl(src: string, width: 96 | 192 | 384 | 640): string {
  return `/_next/image?url=${encodeURIComponent(src)}&w=${width}&q=${PICTURE_QUALITY}`
}
