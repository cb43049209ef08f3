/** The browsers inside other apps that the shop knows, by their names. */
export const IN_APP_BROWSERS = {
  line: 'LINE',
  instagram: 'Instagram',
  facebook: 'Facebook',
} as const
export type InAppBrowser = keyof typeof IN_APP_BROWSERS

const MARKS: readonly (readonly [InAppBrowser, RegExp])[] = [
  ['line', /\bLine\/\d/i],
  ['instagram', /\bInstagram\b/],
  ['facebook', /\b(?:FBAN|FBAV|FB_IAB)\b/],
]

/** The app in whose browser a page is opened, by the user agent; undefined in a browser of its own. */
export function inAppBrowser(userAgent: string): InAppBrowser | undefined {
  return MARKS.find(([, mark]) => mark.test(userAgent))?.[0]
}
