/** The address of the shop without a slash at its end, from NEXT_PUBLIC_SITE_URL; localhost where none is set. */
export const SITE_URL = (process.env.NEXT_PUBLIC_SITE_URL || 'http://localhost:3000').replace(
  /\/+$/,
  '',
)

/** A path of this site, or of a picture in public/, as a full address. */
export function absoluteUrl(path: string): string {
  return new URL(path, SITE_URL).href
}
