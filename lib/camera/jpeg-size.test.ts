import assert from 'node:assert/strict'
import { test } from 'node:test'

import sharp from 'sharp'

import { jpegSize } from './jpeg-size.ts'

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c02010' } })

const sizeIn = (file: Buffer) => jpegSize(new DataView(new Uint8Array(file).buffer))

test('the size of a JPEG is read from its header, whatever stands before it', async () => {
  const plain = await picture(80, 60).jpeg().toBuffer()
  const progressive = await picture(80, 60).jpeg({ progressive: true }).toBuffer()
  const turned = await picture(80, 60).withMetadata({ orientation: 6, icc: 'p3' }).jpeg().toBuffer()
  for (const file of [plain, progressive, turned]) {
    assert.deepEqual(sizeIn(file), { width: 80, height: 60 })
  }
})

test('another format, and a file cut off before its size, have none', async () => {
  const file = await picture(80, 60).jpeg().toBuffer()
  const others = [
    await picture(80, 60).png().toBuffer(),
    Buffer.from('no picture'),
    Buffer.alloc(0),
  ]
  for (const one of [...others, file.subarray(0, 20)]) assert.equal(sizeIn(one), undefined)
})
