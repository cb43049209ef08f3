import assert from 'node:assert/strict'
import { test } from 'node:test'

import { Ajv } from 'ajv'
import decodeQR from 'qr/decode.js'
// oxlint-disable-next-line no-restricted-imports -- only this test draws a code
import sharp from 'sharp'

import type { Creator } from '#lib/creator/creator.ts'
import {
  codeAddress,
  codeDrawing,
  codeSvg,
  LABEL_MODULES,
  linksetOf,
  resolverDescription,
} from './garment.ts'

async function read(svg: string, width: number): Promise<string> {
  const picture = sharp(Buffer.from(svg)).resize({ width }).ensureAlpha().raw()
  const { data, info } = await picture.toBuffer({ resolveWithObject: true })
  return decodeQR({ width: info.width, height: info.height, data })
}

const sites: readonly (readonly [site: string, size: number])[] = [
  ['https://ourtee.tw', LABEL_MODULES],
  ['https://ourtee.example', LABEL_MODULES],
  ['http://localhost:3000', LABEL_MODULES],
  ['https://ourtee-staging--project.asia-east1.hosted.app', 33],
]

for (const [site, size] of sites) {
  test(`the code of a style at ${site} has ${size} modules and is read back`, async () => {
    assert.equal(codeDrawing(site, 'otr-001').size, size)
    const text = codeAddress(site, 'otr-001')
    assert.equal(text, `${site}/c/otr-001`.toUpperCase())
    // In pixels: as large as on a desktop screen.
    assert.equal(await read(codeSvg(site, 'otr-001'), 264), text)
  })
}

test('the same address gives the same drawing, and styles differ', () => {
  const { path } = codeDrawing('https://ourtee.tw', 'otr-001')
  assert.equal(codeDrawing('https://ourtee.tw/', 'otr-001').path, path)
  assert.notEqual(codeDrawing('https://ourtee.tw', 'ots-001').path, path)
})

// RFC 9264, 4.2, and GS1's published schemas of the linkset and of the description file (1.2.0).
const target = {
  type: 'object',
  required: ['href', 'title'],
  properties: {
    href: { type: 'string', pattern: '^https?://' },
    title: { type: 'string', minLength: 1 },
    type: { type: 'string', pattern: '^[a-z]+/[a-z+.-]+$' },
    // GS1 allows a language or a language and a country: zh-Hant is neither.
    hreflang: { type: 'array', items: { pattern: '^[a-z]{2}(-[A-Z]{2})?$' }, minItems: 1 },
  },
  additionalProperties: false,
}
const linksetSchema = {
  type: 'object',
  required: ['linkset'],
  additionalProperties: false,
  properties: {
    linkset: {
      type: 'array',
      minItems: 1,
      items: {
        type: 'object',
        required: [
          'anchor',
          'https://ref.gs1.org/voc/defaultLink',
          'https://ref.gs1.org/voc/pip',
          'https://ref.gs1.org/voc/instructions',
          'https://ref.gs1.org/voc/sustainabilityInfo',
        ],
        properties: { anchor: { type: 'string', pattern: '/01/\\d{14}$' } },
        patternProperties: {
          '^https://ref\\.gs1\\.org/voc/\\w+$': { type: 'array', minItems: 1, items: target },
        },
        additionalProperties: false,
      },
    },
  },
}
const resolverSchema = {
  type: 'object',
  required: ['resolverRoot', 'supportedPrimaryKeys'],
  properties: {
    resolverRoot: { type: 'string', pattern: '^https?://[^/]+$' },
    supportedPrimaryKeys: { type: 'array', items: { enum: ['01'] }, minItems: 1 },
    name: { type: 'string' },
    supportedLinkType: {
      type: 'array',
      items: {
        properties: {
          namespace: { type: 'string', pattern: '^https://' },
          prefix: { type: 'string', pattern: '^[A-Za-z_][\\w-]*:$' },
        },
      },
    },
    linkTypeDefaultCanBeLinkset: { type: 'boolean' },
    contact: { type: 'object', properties: { fn: { type: 'string' } } },
  },
  additionalProperties: false,
}

const ajv = new Ajv({ allErrors: true })

const creator: Creator = {
  slug: 'studio',
  name: '設計室',
  kind: 'studio',
  description: '一句話',
  links: [],
  shares: [],
  works: ['shirt'],
  licence: '保留',
  markdown: '',
  html: '',
}
const words = {
  greeting: '您好',
  story: '由來',
  camera: { title: '相機', text: '拍', label: '打開', plain: { title: '相機', text: '拍' } },
  care: { title: '照顧', more: { label: '更多', href: '/blog/care' } },
  article: { title: '文章' },
  again: { title: '再一件', text: '有', gone: '沒有', label: '看' },
  markdown: '',
  html: '',
}
const garment = {
  id: 'shirt',
  title: '晴天',
  subtitle: undefined,
  creator,
  motif: undefined,
  gtin: '04712345678900',
  image: { src: '/images/a.jpg', alt: '正面' },
  care: ['冷水'],
  greeting: undefined,
  article: undefined,
  markdown: '',
  html: '',
  isWoven: false,
}

test('the linkset of a garment has the shape that RFC 9264 and GS1 describe', () => {
  const linkset = linksetOf({ garment, words, article: undefined, isInShop: true }, garment.gtin)
  assert.equal(ajv.validate(linksetSchema, linkset), true, ajv.errorsText())
})

test('the description of the resolver names its root and its one key', () => {
  assert.equal(ajv.validate(resolverSchema, resolverDescription()), true, ajv.errorsText())
})
