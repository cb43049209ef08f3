import assert from 'node:assert/strict'
import { test } from 'node:test'

import { deviceName } from './device-name.ts'

const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15'

const devices = [
  [`${IPHONE} (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1`, 'Safari・iPhone'],
  [`${IPHONE} (KHTML, like Gecko) CriOS/140.0 Mobile/15E148 Safari/604.1`, 'Chrome・iPhone'],
  [`${IPHONE} Safari Line/15.0.0`, 'LINE・iPhone'],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0 Safari/537.36 Edg/140.0',
    'Edge・Windows',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox・Linux'],
  ['Mozilla/5.0 (Linux; Android 16; SM-S931) Chrome/140.0 Mobile Safari/537.36', 'Chrome・Android'],
  ['', '其他裝置'],
  ['<script>alert(1)</script>', '其他裝置'],
] as const

for (const [userAgent, name] of devices) {
  test(`${userAgent || 'nothing'} is ${name}`, () => {
    assert.equal(deviceName(userAgent), name)
  })
}
