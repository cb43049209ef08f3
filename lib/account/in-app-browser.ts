/** In-app browsers by name; `other` is a web view that does not say whose it is. */
export const IN_APP_BROWSERS = {
  line: 'LINE',
  instagram: 'Instagram',
  facebook: 'Facebook',
  threads: 'Threads',
  tiktok: 'TikTok',
  wechat: 'WeChat',
  other: '這個 App',
} as const
export type InAppBrowser = keyof typeof IN_APP_BROWSERS

const MARKS: readonly (readonly [InAppBrowser, RegExp])[] = [
  ['line', /\bLine\/\d/i],
  ['instagram', /\bInstagram\b/],
  ['facebook', /\b(?:FBAN|FBAV|FB_IAB)\b/],
  // Threads goes by its first name.
  ['threads', /\bBarcelona \d/],
  ['tiktok', /\b(?:BytedanceWebview|musical_ly|musically|trill)[_/ ]/i],
  ['wechat', /\bMicroMessenger\//],
  // Android's web views say so, or name Version/4.0 before Chrome, as no browser does; those of Apple's systems leave
  // Safari out, which every browser there names, or are only like it.
  [
    'other',
    /\bAndroid\b.*(?:; wv[;)]|\bVersion\/4\.0 Chrome\/)|\((?:iPhone|iPad|iPod|Macintosh)\b(?!.*(?<!like )\bSafari\/).*\bAppleWebKit\//,
  ],
]

/** Returns the in-app browser by user agent: an app's web view, in which Google refuses to sign in. */
export function inAppBrowser(userAgent: string): InAppBrowser | undefined {
  return MARKS.find(([, mark]) => mark.test(userAgent))?.[0]
}
