import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { brotliDecompressSync } from 'node:zlib'

import { headingFace, headingsIn } from './heading-face.ts'
import { subsetFace } from './subset-face.ts'

const source = {
  bytes: brotliDecompressSync(readFileSync('lib/type/noto-serif-tc-medium.ttf.br')),
  characters: Array.from(readFileSync('lib/type/noto-serif-tc-medium.txt', 'utf8').trimEnd()),
}

// The tables of a WOFF2 file that are not transformed, by the number of their tag.
function tablesIn(file: Buffer): ReadonlyMap<number, Buffer> {
  let at = 48
  const sizes = Array.from({ length: file.readUInt16BE(12) }, () => {
    const tag = file.readUInt8(at++) & 0x3f
    let size = 0
    for (let byte = 0x80; byte & 0x80; size = size * 128 + (byte & 0x7f))
      byte = file.readUInt8(at++)
    return [tag, size] as const
  })
  const plain = brotliDecompressSync(file.subarray(at, at + file.readUInt32BE(20)))
  let offset = 0
  return new Map(
    sizes.map(([tag, size]) => {
      offset += size
      return [tag, plain.subarray(offset - size, offset)] as const
    }),
  )
}

const [CMAP, MAXP, GLYF, LOCA] = [0, 4, 10, 11] as const

test('a subset has the characters that it is asked for, each with its outline', () => {
  const face = subsetFace(source, '線稜一線')
  assert.ok(face)
  assert.equal(face.toString('latin1', 0, 4), 'wOF2')
  assert.equal(face.readUInt32BE(8), face.length)
  const tables = tablesIn(face)
  assert.equal(tables.get(MAXP)?.readUInt16BE(4), 4)
  const cmap = tables.get(CMAP) ?? Buffer.alloc(0)
  const ends = [0, 1, 2].map((index) => cmap.readUInt16BE(12 + 14 + 2 * index))
  assert.deepEqual(String.fromCharCode(...ends), '一稜線')
  const loca = tables.get(LOCA) ?? Buffer.alloc(0)
  assert.equal(loca.readUInt32BE(16), tables.get(GLYF)?.length)
  for (const glyph of [1, 2, 3]) {
    assert.ok(loca.readUInt32BE(4 * glyph + 4) > loca.readUInt32BE(4 * glyph), `glyph ${glyph}`)
  }
})

test('a heading with a rare character has no face, so that no line is set in two', () => {
  assert.equal(subsetFace(source, '一\u{20000}'), undefined)
})

test('the face of a dozen characters is a few kilobytes', () => {
  const { length = Infinity } = subsetFace(source, '隱私權與退換貨政策資料安全') ?? {}
  assert.ok(length < 6000, `${length} bytes`)
})

test('outside of a build a page without a face has the face of the system', () => {
  assert.equal(headingFace(['沒有做過的標題']), undefined)
  assert.equal(headingFace([' ']), undefined)
})

test('headings are found in the HTML of a text, without its other parts', () => {
  const html = '<h2>甲 &amp; <em>乙</em></h2><p>丙</p><h3>丁</h3><h1 id="a">戊</h1>'
  assert.deepEqual(headingsIn(html), ['甲 & 乙', '戊'])
})
