import assert from 'node:assert/strict'
import { test } from 'node:test'

import { linksetTwin, linkTypePlace, markdownTwin, prefers } from './negotiation.ts'

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8'

const headers: readonly (readonly [accept: string | null, isMarkdown: boolean])[] = [
  [null, false],
  ['', false],
  [BROWSER, false],
  ['*/*', false],
  ['text/*', false],
  ['text/markdown', true],
  ['text/markdown, text/html, */*', true],
  ['text/html, text/markdown', false],
  ['text/html;q=0.8, text/markdown', true],
  ['text/markdown;q=0.5, text/html;q=0.9', false],
  ['TEXT/MARKDOWN', true],
  ['text/markdown;q=0', false],
  ['text/markdown;q=zero', false],
]

for (const [accept, isMarkdown] of headers) {
  test(`"${accept}" asks for ${isMarkdown ? 'markdown' : 'HTML'} (rule 454)`, () => {
    assert.equal(prefers(accept, 'text/markdown'), isMarkdown)
  })
}

const twins: readonly (readonly [path: string, twin: string | undefined])[] = [
  ['/product/otr-001', '/markdown/product/otr-001'],
  ['/blog/seen-on-the-road', '/markdown/blog/seen-on-the-road'],
  ['/c/otr-001', '/markdown/c/otr-001'],
  ['/faq', '/markdown/faq'],
  ['/', undefined],
  ['/cart', undefined],
  ['/account', undefined],
  ['/account/order/1', undefined],
  ['/c/otr-001/camera', undefined],
  ['/product/otr-001.md', undefined],
]

for (const [path, twin] of twins) {
  test(`${path} has ${twin ?? 'no twin'} (rule 454)`, () => assert.equal(markdownTwin(path), twin))
}

const places: readonly (readonly [linkType: string, place: string | undefined])[] = [
  ['gs1:pip', ''],
  ['gs1:instructions', '#care'],
  ['https://ref.gs1.org/voc/sustainabilityInfo', '#mending'],
  ['https://gs1.org/voc/pip', ''],
  ['gs1:recallStatus', undefined],
  ['gs1:constructor', undefined],
  ['pip', undefined],
  ['all', undefined],
]

for (const [linkType, place] of places) {
  test(`the link type ${linkType} is answered at "${place}"`, () => {
    assert.equal(linkTypePlace(linkType), place)
  })
}

test('only a garment has a linkset (rule 451)', () => {
  assert.equal(linksetTwin('/c/otr-001'), '/c/otr-001/linkset')
  assert.equal(linksetTwin('/01/04712345678900'), '/01/04712345678900/linkset')
  assert.equal(linksetTwin('/c/otr-001/camera'), undefined)
  assert.equal(linksetTwin('/product/otr-001'), undefined)
})
