import assert from 'node:assert/strict'
import { test } from 'node:test'

import { inAppBrowser } from './in-app-browser.ts'

const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_2 like Mac OS X) AppleWebKit/605.1.15'
const ANDROID = 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko)'

const cases: [userAgent: string, app: ReturnType<typeof inAppBrowser>][] = [
  [`${IPHONE} (KHTML, like Gecko) Mobile/15E148 Safari Line/14.20.0`, 'line'],
  [`${ANDROID} Version/4.0 Chrome/131.0.0.0 Mobile Safari/537.36 Line/14.20.1/IAB`, 'line'],
  [`${IPHONE} Mobile/15E148 Instagram 361.0.0.35.82 (iPhone16,1; iOS 18_2; zh_TW)`, 'instagram'],
  [`${IPHONE} Mobile/15E148 [FBAN/FBIOS;FBAV/492.0.0.60.107;FBLC/zh_TW]`, 'facebook'],
  [`${ANDROID} Chrome/131.0 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/492.0.0.37.66;]`, 'facebook'],
  [`${IPHONE} (KHTML, like Gecko) Mobile/15E148 Barcelona 361.0.0.35.82 (iPhone16,1)`, 'threads'],
  [
    `${ANDROID} Version/4.0 Chrome/131.0 Mobile Safari/537.36 Barcelona 361.0.0.41 Android`,
    'threads',
  ],
  [`${IPHONE} (KHTML, like Gecko) Mobile/15E148 musical_ly_37.1.0 JsSdk/2.0`, 'tiktok'],
  [`${ANDROID} Chrome/131.0 Mobile Safari/537.36 trill_370100 BytedanceWebview/d8a21c6`, 'tiktok'],
  [`${IPHONE} (KHTML, like Gecko) Mobile/15E148 MicroMessenger/8.0.54(0x18003634)`, 'wechat'],
  [`${ANDROID.replace(')', '; wv)')} Version/4.0 Chrome/131.0.0.0 Mobile Safari/537.36`, 'other'],
  [`${IPHONE} (KHTML, like Gecko) Mobile/15E148`, 'other'],
  [`${ANDROID} Version/4.0 Chrome/131.0.0.0 Mobile Safari/537.36`, 'other'],
  [
    `${IPHONE} (KHTML, like Gecko) Version/18.2 Mobile/15E148 Snapchat/13.20 (like Safari/8620.1, panda)`,
    'other',
  ],
  [`${IPHONE} (KHTML, like Gecko) Mobile/15E148 com.zhiliaoapp.musically/37.1.0`, 'tiktok'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)',
    'other',
  ],
  [`${IPHONE} (KHTML, like Gecko) CriOS/131.0.6778.73 Mobile/15E148 Safari/604.1`, undefined],
  [`${IPHONE} (KHTML, like Gecko) FxiOS/133.0 Mobile/15E148 Safari/605.1.15`, undefined],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.2 Safari/605.1.15',
    undefined,
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36',
    undefined,
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:133.0) Gecko/20100101 Firefox/133.0',
    undefined,
  ],
  [`${IPHONE} (KHTML, like Gecko) Version/18.2 Mobile/15E148 Safari/604.1`, undefined],
  [`${ANDROID} Chrome/131.0.0.0 Mobile Safari/537.36`, undefined],
  ['Mozilla/5.0 (X11; Linux x86_64) Outline/1', undefined],
  ['', undefined],
]

for (const [userAgent, app] of cases) {
  test(`${userAgent.slice(-48) || 'no user agent'} is ${app ?? 'a browser of its own'}`, () => {
    assert.equal(inAppBrowser(userAgent), app)
  })
}
