import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'

import { gitHub } from '../adapters/git/github.ts'
import { GitHostStandIn } from '../adapters/git/stand-in.fixture.ts'
import { readText } from '../adapters/markdown/trade-file.ts'
import { compareWithSaved } from './find-repository.ts'
import { contentDigest, contentOnDisk } from './repository.ts'
import { saveFile, undoSave } from './editor.ts'
import { fixtureFiles, memoryRepository } from './memory-repository.fixture.ts'

const files = fixtureFiles()

// The project as a build checks it out, beside files that it does not read.
const folder = mkdtempSync(join(tmpdir(), 'built-'))
after(() => rmSync(folder, { recursive: true, force: true }))
for (const [path, text] of [
  ...files,
  ['content/README.md', 'x'],
  ['content/checks/a.ts', 'x'],
] as const) {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}
const built = {
  digest: contentDigest(contentOnDisk(folder, 'content')),
  builtAt: '2026-11-26T06:40:00.000Z',
}
const now = new Date('2026-11-26T00:01:00.000Z')

test('the start page knows which content runs until what is saved runs (rule 1131)', async () => {
  const { repository } = memoryRepository(files)
  assert.deepEqual(await compareWithSaved(repository, built, now), { state: 'live' })
  const path = 'products/otr-001.md'
  const { values, body } = readText(files.get(`content/${path}`) ?? '')
  const version = (await repository.read(`content/${path}`))?.version ?? ''
  const typed = { path, values: { ...values, price: 990 }, body, version, author: 'lin' }
  const saved = await saveFile(repository, typed)
  assert.ok(saved.ok)
  const { builtAt } = built
  const waiting = { state: 'waiting', savedAt: saved.data.at, builtAt, isLate: false }
  assert.deepEqual(await compareWithSaved(repository, built, now), waiting)
  const later = new Date(now.getTime() + 30 * 60_000)
  assert.deepEqual(await compareWithSaved(repository, built, later), { ...waiting, isLate: true })
  assert.ok((await undoSave(repository, { id: saved.data.id, author: 'lin' })).ok)
  assert.deepEqual(await compareWithSaved(repository, built, later), { state: 'live' })
})

test('a build and a Git host name the same content alike (rule 1131)', async () => {
  const standIn = new GitHostStandIn({ ...Object.fromEntries(files), 'lib/x.ts': 'x' })
  const api = await standIn.start()
  after(() => standIn.stop())
  const access = { repository: 'ourtee/shop', branch: 'main', token: standIn.token, api }
  assert.deepEqual(await compareWithSaved(gitHub(access), built, now), { state: 'live' })
  standIn.push({ 'content/README.md': 'more', 'lib/x.ts': 'y' })
  assert.deepEqual(await compareWithSaved(gitHub(access), built, now), { state: 'live' })
  standIn.push({ 'public/images/products/new.jpg': 'jpeg' })
  const { state } = await compareWithSaved(gitHub(access), built, now)
  assert.equal(state, 'waiting')
})
