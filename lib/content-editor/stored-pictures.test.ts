import assert from 'node:assert/strict'
import { before, test } from 'node:test'

import { readText } from '#lib/adapters/markdown/trade-file.ts'
import { drawingAsPicture, PICTURE_SHAPES } from '#lib/adapters/sharp/photos.ts'
import { madeOf, pictureVersion } from '#lib/content/picture-version.ts'
import { setLaptop } from '#lib/settings/laptop.fixture.ts'
import { draftFile, previewFile, saveDrafts, saveFile, undoSave } from './editor.ts'
import { memoryRepository } from './memory-repository.fixture.ts'
import { blobName } from './repository.ts'
import { type StoredPicture, storePicture, type Upload } from './stored-pictures.ts'

setLaptop()

const SHIRT = 'products/otr-001.md'
const author = 'lin'

let photograph: Buffer
let upload: Upload
let picture: StoredPicture

before(async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="2000"/>'
  photograph = await drawingAsPicture(Buffer.from(svg), PICTURE_SHAPES.products)
  const stored = await storePicture(memoryRepository().repository, {
    name: 'products/otr-001',
    original: photograph,
  })
  assert.ok(stored.ok)
  upload = stored.data
  const { preview: _preview, ...rest } = upload
  picture = rest
})

const pathsOf = ({ src, blobs }: StoredPicture) =>
  [src, ...madeOf(src, pictureVersion(blobs[0] ?? ''))].map((path) => `public${path}`)

/** A shop's content with the shirt opened, whose picture is to be this one. */
async function openShirt(src: string) {
  const { repository, files, count } = memoryRepository()
  const { values, body } = readText(files().get(`content/${SHIRT}`) ?? '')
  const version = (await repository.read(`content/${SHIRT}`))?.version ?? ''
  const image = { src, alt: '一件白色的 T 恤' }
  const typed = { path: SHIRT, values: { ...values, image }, body }
  return { repository, files, count, typed, version }
}

test('a photograph and all that is made of it are saved with the file that shows it, as one commit, and taken back as one', async () => {
  const { repository, files, count, typed, version } = await openShirt(picture.src)
  assert.match(picture.src, /^\/images\/products\/otr-001-[0-9a-f]{8}\.jpg$/)
  assert.partialDeepStrictEqual(await previewFile(repository, typed), { code: 'content-wrong' })
  const pictures = [picture]
  assert.ok((await previewFile(repository, { ...typed, pictures })).ok)
  const saved = await saveFile(repository, { ...typed, pictures, version, author })
  assert.ok(saved.ok)
  assert.equal(count(), 1)
  assert.deepEqual(
    pathsOf(picture).map((path) => files().get(path)),
    picture.blobs,
  )
  assert.ok((await undoSave(repository, { id: saved.data.id, author })).ok)
  assert.deepEqual(
    pathsOf(picture).filter((path) => files().has(path)),
    [],
  )
})

test('files that wait are saved with their photographs, whole', async () => {
  const { repository, files, typed, version } = await openShirt(picture.src)
  const pictures = [picture]
  const held = await draftFile(repository, typed)
  assert.ok(held.ok)
  const waiting = [{ path: SHIRT, blob: held.data, version, pictures }]
  assert.ok((await saveDrafts(repository, { files: waiting, author })).ok)
  assert.ok(pathsOf(picture).every((path) => files().has(path)))
})

test('the same photograph gets the same name and bytes, and its progress is reported file by file', async () => {
  const told: unknown[] = []
  const again = await storePicture(memoryRepository().repository, {
    name: 'products/otr-001',
    original: photograph,
    report: (progress) => told.push(progress),
  })
  assert.deepEqual(again, { ok: true, data: upload })
  const of = picture.blobs.length
  assert.deepEqual(
    told,
    picture.blobs.map((_blob, at) => ({ stored: at + 1, of })),
  )
})

test('the preview is the very JPEG that the shop will show', () => {
  const bytes = Buffer.from(upload.preview, 'base64')
  assert.ok(picture.blobs.includes(blobName(bytes)))
})

const foreign: readonly [what: string, change: (picture: StoredPicture) => StoredPicture][] = [
  [
    'another blob of the repository under the name of a photograph',
    (storedPicture) => ({
      ...storedPicture,
      blobs: storedPicture.blobs.map(() => blobName('secret')),
    }),
  ],
  [
    'one size of other bytes',
    (storedPicture) => ({
      ...storedPicture,
      blobs: storedPicture.blobs.with(3, blobName('package.json')),
    }),
  ],
  [
    'a photograph without one of its sizes',
    (storedPicture) => ({ ...storedPicture, blobs: storedPicture.blobs.slice(0, -1) }),
  ],
  [
    'a photograph without any size',
    (storedPicture) => ({ ...storedPicture, blobs: storedPicture.blobs.slice(0, 1) }),
  ],
  [
    'another path',
    (storedPicture) => ({ ...storedPicture, src: '/images/products/otr-001-front.jpg' }),
  ],
  ['no signature', (storedPicture) => ({ ...storedPicture, signature: '' })],
  ['a made-up signature', (storedPicture) => ({ ...storedPicture, signature: 'A'.repeat(43) })],
]

for (const [what, change] of foreign) {
  test(`a save with ${what} is refused, and nothing is saved`, async () => {
    const changed = change(picture)
    const { repository, count, typed, version } = await openShirt(changed.src)
    const pictures = [changed]
    const refused = { ok: false, code: 'picture-foreign' }
    assert.deepEqual(await previewFile(repository, { ...typed, pictures }), refused)
    const saved = await saveFile(repository, { ...typed, pictures, version, author })
    assert.deepEqual(saved, refused)
    const held = await draftFile(repository, typed)
    assert.ok(held.ok)
    const files = [{ path: SHIRT, blob: held.data, version, pictures }]
    assert.deepEqual(await saveDrafts(repository, { files, author }), refused)
    assert.equal(count(), 0)
  })
}

test('a Git host that fails in the middle leaves nothing that a save takes', async () => {
  const { repository, count } = memoryRepository()
  let left = 4
  const failing = {
    ...repository,
    store: async (bytes: Buffer) => {
      left -= 1
      if (left === 0) throw new Error('rate limit')
      return repository.store(bytes)
    },
  }
  const input = { name: 'products/otr-001', original: photograph }
  await assert.rejects(storePicture(failing, input), /rate limit/)
  assert.equal(count(), 0)
})

test('an upload that nobody waits for any more makes no further size', async () => {
  const { repository } = memoryRepository()
  const controller = new AbortController()
  let stored = 0
  const report = () => {
    stored += 1
    controller.abort(new Error('page closed'))
  }
  const { signal } = controller
  const input = { name: 'products/otr-001', original: photograph, report, signal }
  await assert.rejects(storePicture(repository, input), /page closed/)
  assert.equal(stored, 1)
})

test('a file that is no photograph is refused with the formats that are taken', async () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')
  const { repository } = memoryRepository()
  const refused = await storePicture(repository, { name: 'products/otr-001', original: svg })
  assert.partialDeepStrictEqual(refused, { code: 'picture-unusable' })
  assert.match('detail' in refused ? String(refused.detail) : '', /JPEG、PNG、WebP、AVIF 或 TIFF/)
})

test('a name of another folder is refused', async () => {
  const { repository } = memoryRepository()
  for (const name of ['share/a', 'products/A', 'products/../a', 'products/']) {
    const refused = await storePicture(repository, { name, original: photograph })
    assert.deepEqual(refused, { ok: false, code: 'picture-name' })
  }
})
