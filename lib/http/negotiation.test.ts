import assert from 'node:assert/strict'
import { test } from 'node:test'

import { formAt, linkTypePlace, prefers } from './negotiation.ts'

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
  test(`"${accept}" asks for ${isMarkdown ? 'markdown' : 'HTML'}`, () => {
    assert.equal(prefers(accept, 'text/markdown'), isMarkdown)
  })
}

type Ask = Partial<Parameters<typeof formAt>[0]>
const MARKDOWN = { accept: 'text/markdown' }
const LINKS = { accept: 'application/linkset+json' }

const asked: readonly (readonly [ask: Ask & { path: string }, form: string, path: string])[] = [
  [{ path: '/product/otr-001', ...MARKDOWN }, 'markdown', '/markdown/product/otr-001'],
  [{ path: '/blog/seen-on-the-road', ...MARKDOWN }, 'markdown', '/markdown/blog/seen-on-the-road'],
  [{ path: '/c/otr-001', ...MARKDOWN }, 'markdown', '/markdown/c/otr-001'],
  [{ path: '/C/OTR-001', ...MARKDOWN }, 'markdown', '/markdown/c/otr-001'],
  [{ path: '/faq', ...MARKDOWN }, 'markdown', '/markdown/faq'],
  [{ path: '/c/otr-001', ...LINKS }, 'linkset', '/c/otr-001/linkset'],
  [{ path: '/c/otr-001', linkType: 'all', ...MARKDOWN }, 'linkset', '/c/otr-001/linkset'],
  [{ path: '/01/04712345678900', ...LINKS }, 'linkset', '/01/04712345678900/linkset'],
  [{ path: '/01/04712345678900', linkType: 'linkset' }, 'linkset', '/01/04712345678900/linkset'],
  [{ path: '/01/04712345678900', ...MARKDOWN }, 'html', '/01/04712345678900'],
  [{ path: '/C/OTR-001' }, 'html', '/c/otr-001'],
  [{ path: '/product/otr-001', accept: BROWSER }, 'html', '/product/otr-001'],
  ...['/', '/cart', '/account', '/account/order/1', '/c/otr-001/camera', '/faq.md', '/robots.txt']
    .flatMap((path) => [
      { path, ...MARKDOWN },
      { path, ...LINKS, linkType: 'all' },
    ])
    .map((ask): [Ask & { path: string }, string, string] => [ask, 'html', ask.path]),
]

for (const [{ path, linkType = null, accept = null }, form, answered] of asked) {
  test(`${path} with ${linkType ?? accept} is ${form}`, () => {
    assert.deepEqual(formAt({ path, linkType, accept }), { form, path: answered })
  })
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
