import assert from 'node:assert/strict'
import { test } from 'node:test'

import { trackingPage } from './tracking-links.ts'

const pages: [string, string, string | undefined][] = [
  [
    '黑貓宅急便',
    '9070-1234 5678',
    'https://www.t-cat.com.tw/Inquire/TraceDetail.aspx?BillID=907012345678',
  ],
  ['黑貓宅急便', '?', 'https://www.t-cat.com.tw/Inquire/Trace.aspx'],
  ['中華郵政', '12345678901234', 'https://postserv.post.gov.tw/pstmail/main_mail.html'],
  ['自己送', '1', undefined],
]

for (const [carrier, number, page] of pages) {
  test(`a parcel of ${carrier} with ${number} is looked up at ${page}`, () => {
    assert.equal(trackingPage(carrier, number), page)
  })
}
