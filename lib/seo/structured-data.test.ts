import assert from 'node:assert/strict'
import { test } from 'node:test'

import {
  breadcrumbData,
  organizationData,
  structuredDataText,
  webSiteData,
} from './structured-data.ts'

const hostile = '</script><script>alert(1)</script><!-- & \u2028\u2029'

test('no text can end the script, open a comment or break a line (rule 395)', () => {
  const text = structuredDataText(breadcrumbData([{ label: hostile, path: '/' }]))
  assert.doesNotMatch(text, /[<>&\u2028\u2029]/u)
  assert.equal(JSON.parse(text).itemListElement[0].name, hostile)
})

test('breadcrumbs are counted from one and lead to full addresses (rule 376)', () => {
  const breadcrumbs = [
    { label: '首頁', path: '/' },
    { label: '商品', path: '/shop' },
  ]
  const { itemListElement } = JSON.parse(structuredDataText(breadcrumbData(breadcrumbs)))
  assert.deepEqual(
    itemListElement.map((item: { position: number; name: string }) => [item.position, item.name]),
    [
      [1, '首頁'],
      [2, '商品'],
    ],
  )
  assert.match(itemListElement[1].item, /^https?:\/\/[^/]+\/shop$/)
})

test('the shop names itself once and its site points to it (rules 106, 378)', () => {
  const [organization, site] = JSON.parse(
    structuredDataText([organizationData(['https://example.com/ourtee']), webSiteData()]),
  )
  assert.equal(organization.name, 'OURTEE 共衣')
  assert.deepEqual(organization.sameAs, ['https://example.com/ourtee'])
  assert.equal(site.publisher['@id'], organization['@id'])
})
