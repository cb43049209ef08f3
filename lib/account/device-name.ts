const BROWSERS: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\bLine\//, 'LINE'],
  [/\bInstagram\b/, 'Instagram'],
  [/\bFBA[NV]\b/, 'Facebook'],
  [/\bEdg(?:A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|OPT)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

const SYSTEMS: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
]

function nameIn(list: typeof BROWSERS, text: string): string | undefined {
  return list.find(([pattern]) => pattern.test(text))?.[1]
}

/** The browser and the system that a `User-Agent` names, such as Safari・iPhone; nothing else of it is kept. */
export function deviceName(userAgent: string): string {
  const names = [nameIn(BROWSERS, userAgent), nameIn(SYSTEMS, userAgent)]
  return names.filter((name) => name !== undefined).join('・') || '其他裝置'
}
