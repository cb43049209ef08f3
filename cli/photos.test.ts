import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'

const COMMAND = join(import.meta.dirname, 'photos.ts')

const folder = mkdtempSync(join(tmpdir(), 'ourtee-photos-'))
after(() => rmSync(folder, { recursive: true }))

const images = join(folder, 'public', 'images')
for (const name of ['products', 'blog', 'site']) mkdirSync(join(images, name), { recursive: true })

const drawing = (color: string, height = 2000) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="${height}"><rect width="800" height="800" fill="${color}"/></svg>`

function photos(...words: readonly string[]) {
  const options = { cwd: folder, encoding: 'utf8' } as const
  return spawnSync('node', ['--conditions=react-server', COMMAND, ...words], options)
}

const made = () =>
  readdirSync(images, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(?:jpg|avif)$/.test(path))
    .map((path) => path.replace(/(?<=\.)[0-9a-f]{8}/, 'version'))
    .toSorted()

const OF_DRAWING = ['products/a.version-1200.jpg', 'share/a-banner.version.jpg']

test('what is missing of a picture is made, and what was made of an older one removed', () => {
  const file = join(images, 'products', 'a.svg')
  writeFileSync(file, drawing('red'))
  assert.equal(photos().status, 0)
  assert.deepEqual(made(), OF_DRAWING)
  const before = readdirSync(join(images, 'share'))
  writeFileSync(file, drawing('blue'))
  // A file of the owner's own is none of them.
  writeFileSync(join(images, 'note.jpg'), '')
  assert.match(photos().stdout, /做了 2 個尺寸[^]*刪掉 2 個/)
  assert.deepEqual(made(), ['note.jpg', ...OF_DRAWING])
  assert.notDeepEqual(readdirSync(join(images, 'share')), before)
  const again = photos()
  assert.equal(again.stdout, '1 張圖片的尺寸都在。\n')
})

test('a drawing of another shape is refused by its path', () => {
  const file = join(images, 'blog', 'b.svg')
  writeFileSync(file, drawing('red'))
  const { status, stderr } = photos()
  rmSync(file)
  assert.equal(status, 1)
  assert.match(stderr, /public\/images\/blog\/b\.svg：SVG 是 1600×2000，長寬比要是 1600:1000/)
})

const wrong: readonly [what: string, words: readonly string[], says: RegExp][] = [
  ['a photograph that is not there', ['none.jpg', 'products/b'], /找不到照片 none\.jpg/],
  ['a place that is none', ['a.jpg', 'elsewhere/b'], /用法/],
  [
    'a drawing in the place of a photograph',
    ['public/images/products/a.svg', 'products/b'],
    /無法讀取/,
  ],
]

for (const [what, words, says] of wrong) {
  test(`${what} is refused, and nothing is made`, () => {
    const before = made()
    const { status, stderr } = photos(...words)
    assert.equal(status, 1)
    assert.match(stderr, says)
    assert.deepEqual(made(), before)
  })
}
