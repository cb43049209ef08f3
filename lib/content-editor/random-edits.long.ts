import 'server-only'

import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { after, test } from 'node:test'

import * as fc from 'fast-check'

import { CONTENT } from '#lib/adapters/markdown/content-file.ts'
import { readText } from '#lib/adapters/markdown/trade-file.ts'
import { pictureProblem } from '#lib/content/picture-problem.ts'
import { LAPTOP } from '#lib/settings/laptop.fixture.ts'
import { editorsSaves, saveFile, undoSave } from './editor.ts'
import { memoryRepository } from './memory-repository.fixture.ts'
import { readSite } from './read-site.ts'
import { blobName } from './repository.ts'
import { storePicture } from './stored-pictures.ts'

// Pictures are signed by a secret of the settings.
Object.assign(process.env, LAPTOP)

/** Without the setting as many as the long tests make. */
const EDITS = Number(process.env.EDITS ?? 200)
const SEED = 20261126

const ROOT = `${CONTENT}/`
const EDITABLE = /^(?:products|offers|blog|info|mails|creators|garments)\/[a-z0-9-]+\.md$/

const value = fc.oneof(
  fc.constantFrom(
    '',
    'nobody',
    'studio',
    'otr-001',
    'otr-999',
    'otp-001',
    '/nope',
    '/faq',
    '/shop',
  ),
  fc.constantFrom(
    '/images/products/otr-001-front.jpg',
    '/images/products/otr-001-back.jpg',
    '/images/products/none.jpg',
    '/images/products/taken-0.jpg',
  ),
  fc.constantFrom('2026-12-01', '2027-02-29', '2020-01-01', '很貴', '共衣', '1,280'),
  fc.constantFrom(0, -1, 12, 1280, 2.5, true, false),
  fc.constantFrom([], [''], ['otr-001'], {}),
)
const words = fc.constantFrom(
  '![](/images/products/otr-001-front.jpg)',
  '![一件衣服](/images/products/none.jpg)',
  '![一件衣服](/images/products/otr-001-front.jpg)',
  '![一件衣服](/images/products/taken-0.jpg)',
  '[這裡](/nope)',
  '[這裡](/product/otr-001)',
  '[這裡][那裡]\n\n[那裡]: /nope',
  '{nothing}',
  '{sold_out|沒有了}',
  '目前已售完。',
  '多一句話。',
)
const at = fc.nat()
const edit = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('field' as const), at, leaf: at, value }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('body' as const), at, words }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('new' as const), at, leaf: at, value }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('undo' as const), at }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('picture' as const), at }) },
)
type Edit = typeof edit extends fc.Arbitrary<infer One> ? One : never

/** The paths of what a form can change, such as ['colors', '0', 'value']. */
function leavesOf(one: unknown, path: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof one !== 'object' || one === null) return [path]
  const inner = Object.entries(one).flatMap(([name, each]) => leavesOf(each, [...path, name]))
  return path.length === 0 ? inner : [path, ...inner]
}

function withValue(one: unknown, [name, ...rest]: readonly string[], next: unknown): unknown {
  if (name === undefined) return next
  if (Array.isArray(one))
    return one.map((each, index) => (String(index) === name ? withValue(each, rest, next) : each))
  const fields: Readonly<Record<string, unknown>> = Object(one)
  return { ...fields, [name]: withValue(fields[name], rest, next) }
}

const pick = <One>(all: readonly One[], index: number): One => {
  const one = all[index % all.length]
  assert.ok(one !== undefined)
  return one
}

const folder = mkdtempSync(join(tmpdir(), 'random-edits-'))
after(() => rmSync(folder, { recursive: true, force: true }))

/** Writes out what was saved, as a build would check it out, and reads it as the build does. */
async function build(files: ReadonlyMap<string, string>): Promise<void> {
  rmSync(folder, { recursive: true, force: true })
  for (const [path, text] of files) {
    if (!path.startsWith(ROOT)) continue
    const place = join(folder, path.slice(ROOT.length))
    mkdirSync(dirname(place), { recursive: true })
    writeFileSync(place, text)
  }
  const blobOf = (path: string) => {
    const text = files.get(`public${path}`)
    if (text === undefined) return undefined
    return /^[0-9a-f]{40}$/.test(text) ? text : blobName(text)
  }
  const has = (path: string) => files.has(`public${path}`)
  await readSite(relative(process.cwd(), folder), (src) => pictureProblem(src, { blobOf, has }))
}

const { repository, files } = memoryRepository()
const photograph = readFileSync('public/images/products/otr-001-front.jpg')

const paths = () =>
  [...files().keys()].flatMap((path) => {
    const short = path.startsWith(ROOT) ? path.slice(ROOT.length) : ''
    return EDITABLE.test(short) ? [short] : []
  })

function changed(path: string, one: Edit) {
  const { values, body } = readText(files().get(ROOT + path) ?? '')
  if (one.kind === 'body') return { values, body: `${body}\n\n${one.words}\n` }
  if (one.kind !== 'field' && one.kind !== 'new') return { values, body }
  const leaves = leavesOf(values)
  return leaves.length === 0
    ? { values, body }
    : { values: withValue(values, pick(leaves, one.leaf), one.value), body }
}

async function carryOut(one: Edit, turn: number) {
  if (one.kind === 'undo') {
    const saves = await editorsSaves(repository)
    return saves.length === 0
      ? undefined
      : undoSave(repository, { id: pick(saves, one.at).id, author: 'lin' })
  }
  if (one.kind === 'picture') {
    const name = `products/taken-${one.at % 3}`
    const stored = await storePicture(repository, { name, original: photograph })
    assert.ok(stored.ok)
    const path = 'products/otr-001.md'
    const { values, body } = readText(files().get(ROOT + path) ?? '')
    const image = { src: stored.data.src, alt: '一件白色的 T 恤' }
    const version = (await repository.read(ROOT + path))?.version ?? ''
    const typed = { path, version, author: 'lin', values: { ...values, image }, body }
    const { preview: _preview, ...picture } = stored.data
    return saveFile(repository, { ...typed, pictures: [picture], isSure: true })
  }
  const path = pick(paths(), one.at)
  const target = one.kind === 'new' ? path.replace(/[a-z0-9-]+\.md$/, `new-${turn}.md`) : path
  const version = (await repository.read(ROOT + target))?.version ?? ''
  return saveFile(repository, {
    path: target,
    version,
    author: 'lin',
    isSure: true,
    ...changed(path, one),
  })
}

test(`of ${EDITS} random edits each that the editor takes is one that the build takes`, async () => {
  await build(files())
  const outcomes = { taken: 0, refused: 0 }
  for (const [turn, one] of fc.sample(edit, { seed: SEED, numRuns: EDITS }).entries()) {
    const answer = await carryOut(one, turn)
    if (answer === undefined) continue
    if (answer.ok) {
      outcomes.taken += 1
      await assert.doesNotReject(build(files()), `edit ${turn}: ${JSON.stringify(one)}`)
    } else {
      outcomes.refused += 1
      if (answer.code !== 'content-wrong') continue
      // In the owner's words, with the field.
      assert.match(
        answer.detail ?? '',
        /\p{Script=Han}.*「.+」.*\p{Script=Han}/u,
        JSON.stringify(one),
      )
    }
  }
  assert.ok(outcomes.taken > EDITS / 5 && outcomes.refused > EDITS / 5, JSON.stringify(outcomes))
})
