import assert from 'node:assert/strict'
import { test } from 'node:test'

import { backgroundPicture, pictureSizes, pictureSources, shownPath } from './pictures.ts'

const VERSION = '0a1b2c3d'
const sources = (src: string) => pictureSources(shownPath(src, VERSION))

for (const src of ['/images/products/a-b.jpg', '/images/blog/a.jpg', '/images/site/a-1.jpg']) {
  test(`the sources of ${src} are the files that are stored of it`, () => {
    const { src: first, avif = '', jpeg = '' } = sources(src)
    const named = [...avif.split(', '), ...jpeg.split(', ')].map((one) => one.split(' '))
    assert.deepEqual(
      named,
      pictureSizes(src, VERSION).map(({ path, width }) => [path, `${width}w`]),
    )
    assert.ok(jpeg.startsWith(`${first} 640w, `))
    assert.ok(avif.includes(`${backgroundPicture(first)} 640w`))
  })
}

const ALONE = [
  '/images/products/a.jpg',
  '/images/products/a.svg',
  '/images/share/a.0a1b2c3d-640.jpg',
  '/images/products/a.0a1b2c3d-641.jpg',
  '/images/products/a.0a1b2c3g-640.jpg',
  'blob:https://x.example/0a1b2c3d-640.jpg',
  '',
]

for (const address of ALONE) {
  test(`${address || 'an empty address'} has no sizes and stays as it is`, () => {
    assert.deepEqual(pictureSources(address), { src: address })
    assert.equal(backgroundPicture(address), address)
  })
}

test('a drawing is shown as it is, and has one size for sites that show no SVG', () => {
  assert.deepEqual(sources('/images/products/a.svg'), { src: '/images/products/a.svg' })
  assert.deepEqual(pictureSizes('/images/products/a.svg', VERSION), [
    { width: 1200, format: 'jpg', path: `/images/products/a.${VERSION}-1200.jpg` },
  ])
})
