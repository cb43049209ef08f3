import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'

import type { ContentRepository } from '../../content-editor/repository.ts'
import { gitHub } from './github.ts'
import { GitHostStandIn } from './stand-in.fixture.ts'
import { workingFolder } from './working-folder.ts'

const FILES = { 'content/products/a.md': 'one\n', 'public/images/a.jpg': 'jpeg', 'lib/x.ts': 'x\n' }
const PATH = 'content/products/a.md'

const folder = mkdtempSync(join(tmpdir(), 'working-'))
after(() => rmSync(folder, { recursive: true, force: true }))

function write(files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
}

function git(...words: readonly string[]): void {
  execFileSync('git', ['-C', folder, '-c', 'user.name=x', '-c', 'user.email=x@x', ...words])
}

git('init', '--quiet')
write(FILES)
git('add', '.')
git('commit', '--quiet', '-m', 'first')

const standIn = new GitHostStandIn(FILES)
const api = await standIn.start()
after(() => standIn.stop())
const access = { repository: 'ourtee/shop', branch: 'main', token: standIn.token, api }

type Place = {
  readonly repository: ContentRepository
  readonly stored: () => string | undefined
  readonly meanwhile: (text: string) => void
}

const places: Readonly<Record<string, Place>> = {
  'a working folder': {
    repository: workingFolder(folder, 'content'),
    stored: () => readFileSync(join(folder, PATH), 'utf8'),
    meanwhile: (text) => {
      write({ [PATH]: text })
      git('commit', '--quiet', '-am', 'meanwhile')
    },
  },
  'a Git host': {
    repository: gitHub(access),
    stored: () => standIn.file(PATH),
    meanwhile: (text) => standIn.push({ [PATH]: text }),
  },
}

async function saveText(repository: ContentRepository, text: string) {
  const found = await repository.read(PATH)
  return repository.save({
    message: `修改 ${text}`,
    author: 'lin@example.com',
    changes: [{ path: PATH, text: `${text}\n` }],
    expected: { path: PATH, version: found?.version ?? '' },
  })
}

for (const [name, { repository, stored, meanwhile }] of Object.entries(places)) {
  test(`in ${name} each save is a commit that can be taken back (rule 782)`, async () => {
    assert.deepEqual(await repository.list(), ['content/products/a.md', 'public/images/a.jpg'])
    const answer = await saveText(repository, 'two')
    assert.ok(answer.ok)
    assert.equal(stored(), 'two\n')
    const [newest] = await repository.history()
    assert.ok(newest)
    assert.equal(newest.message, '修改 two')
    assert.equal(newest.author, 'lin@example.com')
    const undone = await repository.undo(answer.data.id, 'lin@example.com')
    assert.ok(undone.ok)
    assert.equal(stored(), 'one\n')
  })

  test(`in ${name} nobody's save is overwritten or taken back unseen (rule 782)`, async () => {
    const opened = await repository.read(PATH)
    meanwhile('other\n')
    const late = await repository.save({
      message: 'late',
      author: 'x',
      changes: [{ path: PATH, text: 'late\n' }],
      expected: { path: PATH, version: opened?.version ?? '' },
    })
    assert.deepEqual(late, { ok: false, code: 'saved-meanwhile' })
    const mine = await saveText(repository, 'three')
    assert.ok(mine.ok)
    meanwhile('four\n')
    assert.deepEqual(await repository.undo(mine.data.id, 'x'), {
      ok: false,
      code: 'saved-meanwhile',
    })
    assert.equal(stored(), 'four\n')
  })
}

test('a save in the very moment of another one at the Git host is refused (rule 782)', async () => {
  standIn.beforeMove = () => {
    standIn.beforeMove = () => {}
    standIn.push({ [PATH]: 'faster\n' })
  }
  assert.deepEqual(await saveText(gitHub(access), 'slower'), { ok: false, code: 'saved-meanwhile' })
  assert.equal(standIn.file(PATH), 'faster\n')
})

test('a Git host that refuses the token is named with its status', async () => {
  await assert.rejects(gitHub({ ...access, token: 'wrong' }).list(), { status: 401 })
})
