/** Known in-app browsers, by name. */
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

/** Returns the in-app browser by user agent, or undefined. */
export function inAppBrowser(userAgent: string): InAppBrowser | undefined {
  return MARKS.find(([, mark]) => mark.test(userAgent))?.[0]
}
