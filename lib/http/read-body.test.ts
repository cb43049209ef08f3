import assert from 'node:assert/strict'
import { test } from 'node:test'

import { readBytes, readText } from './read-body.ts'

const MOST = 16

/** A request whose body comes in these chunks, without a length. */
function inChunks(...chunks: readonly string[]) {
  let taken = 0
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      const chunk = chunks[taken]
      taken += 1
      if (chunk === undefined) controller.close()
      else controller.enqueue(new Uint8Array(Buffer.from(chunk)))
    },
  })
  return { request: { headers: new Headers(), body }, taken: () => taken }
}

test('a body is read to its largest size, by its bytes', async () => {
  assert.equal(await readText(inChunks('12345678', '衣衣', '90').request, MOST), '12345678衣衣90')
  assert.equal(await readText({ headers: new Headers(), body: null }, MOST), '')
})

test('a body without an end is refused as soon as it is too large', async () => {
  const { request, taken } = inChunks(...Array.from({ length: 10_000 }, () => '12345678'))
  assert.equal(await readBytes(request, MOST), 413)
  // Two chunks fit, the third is too much; a stream keeps one ahead.
  assert.ok(taken() <= 4, String(taken()))
})

test('a body whose length is too large is not read at all', async () => {
  const { request } = inChunks('12')
  const headers = new Headers({ 'content-length': String(MOST + 1) })
  assert.equal(await readBytes({ ...request, headers }, MOST), 413)
})

test('a body that breaks off is answered 400', async () => {
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull: () => Promise.reject(new Error('aborted')),
  })
  assert.equal(await readBytes({ headers: new Headers(), body }, MOST), 400)
})
