import assert from 'node:assert/strict'
import { test } from 'node:test'
import decodeQR from 'qr/decode.js'
// oxlint-disable-next-line no-restricted-imports -- only this test draws a code
import sharp from 'sharp'
import { codeAddress, codeDrawing, codeSvg, LABEL_MODULES } from './garment.ts'

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
  test(`the code of a style at ${site} has ${size} modules and is read back (rule 65)`, async () => {
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
