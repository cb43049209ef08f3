import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'

import { undoSave } from '#lib/content-editor/editor.ts'
import { fixtureFiles } from '#lib/content-editor/memory-repository.fixture.ts'
import { blobName, type ContentRepository } from '#lib/content-editor/repository.ts'
import { gitHub, workingFolder } from './github.ts'
import { GitHostStandIn } from './stand-in.fixture.ts'

const PATH = 'content/notes/a.md'
// Beside the frozen content, which a build takes: a text that no page shows.
const FILES = { ...Object.fromEntries(fixtureFiles()), [PATH]: 'one\n', 'lib/x.ts': 'x\n' }

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

const hasGit = spawnSync('git', ['--version']).status === 0
const noGit = hasGit ? false : 'SKIPPED: git is not on this machine'
if (hasGit) {
  git('init', '--quiet')
  write(FILES)
  git('add', '.')
  git('commit', '--quiet', '-m', 'first')
}

const standIn = new GitHostStandIn(FILES)
const api = await standIn.start()
after(() => standIn.stop())
const access = { repository: 'ourtee/shop', branch: 'main', token: standIn.token, api }

type Place = {
  readonly repository: ContentRepository
  readonly stored: () => string | undefined
  readonly meanwhile: (text: string) => void
  /** Commits other files under a message as the editor's, and returns the commit's id. */
  readonly commit: (files: Readonly<Record<string, string>>) => string
}

const places: Readonly<Record<string, Place>> = {
  'a working folder': {
    repository: workingFolder(folder, 'content'),
    stored: () => readFileSync(join(folder, PATH), 'utf8'),
    meanwhile: (text) => {
      write({ [PATH]: text })
      git('commit', '--quiet', '-am', 'meanwhile')
    },
    commit: (files) => {
      write(files)
      git('add', '.')
      git('commit', '--quiet', '-m', '修改 products/a.md')
      return execFileSync('git', ['-C', folder, 'rev-parse', 'HEAD'], { encoding: 'utf8' }).trim()
    },
  },
  'a Git host': {
    repository: gitHub(access),
    stored: () => standIn.file(PATH),
    meanwhile: (text) => standIn.push({ [PATH]: text }),
    commit: (files) => standIn.push(files),
  },
}

const nobodys = (id: string) => ({
  id,
  message: 'Mend a hole',
  author: 'x',
  at: '2026-11-26T00:00:00Z',
})

async function undo(repository: ContentRepository, id: string) {
  const undone = await repository.undoing(id)
  if (!undone.ok) return undone
  const { id: base } = await repository.tree()
  return repository.save({ ...undone.data, author: 'lin@example.com', base })
}

async function saveText(repository: ContentRepository, text: string) {
  const { id: base } = await repository.tree()
  const found = await repository.read(PATH)
  return repository.save({
    base,
    message: `修改 ${text}`,
    author: 'lin@example.com',
    changes: [{ path: PATH, text: `${text}\n` }],
    expected: [{ path: PATH, version: found?.version ?? '' }],
  })
}

for (const [name, { repository, stored, meanwhile }] of Object.entries(places)) {
  const skip = name === 'a working folder' && noGit
  test(`in ${name} a save of what stands already makes no commit`, { skip }, async () => {
    const { id: base } = await repository.tree()
    const before = (await repository.history()).length
    const text = stored() ?? ''
    const same = { path: PATH, text }
    const answer = await repository.save({ message: 'm', author: 'a@x', changes: [same], base })
    assert.ok(answer.ok)
    assert.equal((await repository.tree()).id, base)
    assert.equal((await repository.history()).length, before)
  })

  test(`in ${name} each save is a commit that can be taken back`, { skip }, async () => {
    const { files } = await repository.tree()
    assert.equal(files.get(PATH), blobName('one\n'))
    assert.equal(files.has('lib/x.ts'), false)
    const answer = await saveText(repository, 'two')
    assert.ok(answer.ok)
    assert.equal(stored(), 'two\n')
    const [newest] = await repository.history()
    assert.ok(newest)
    assert.equal(newest.message, '修改 two')
    assert.equal(newest.author, 'lin@example.com')
    const undone = await undo(repository, answer.data.id)
    assert.ok(undone.ok)
    assert.equal(stored(), 'one\n')
  })

  test(`in ${name} nobody's save is overwritten or taken back unseen`, { skip }, async () => {
    const opened = await repository.read(PATH)
    const checked = await repository.tree()
    meanwhile('other\n')
    const late = {
      message: 'late',
      author: 'x',
      changes: [{ path: PATH, text: 'late\n' }],
      base: checked.id,
    }
    const expected = [{ path: PATH, version: opened?.version ?? '' }]
    for (const one of [late, { ...late, expected }]) {
      assert.deepEqual(await repository.save(one), { ok: false, code: 'saved-meanwhile' })
    }
    const mine = await saveText(repository, 'three')
    assert.ok(mine.ok)
    meanwhile('four\n')
    assert.deepEqual(await undo(repository, mine.data.id), {
      ok: false,
      code: 'saved-meanwhile',
    })
    assert.equal(stored(), 'four\n')
  })
}

const elsewhere: readonly Readonly<Record<string, string>>[] = [
  { 'lib/limit.ts': 'mended\n' },
  { [PATH]: 'mended\n', 'lib/limit.ts': 'mended again\n' },
  { 'contents/b.md': 'no content\n' },
]

for (const [name, { repository, commit }] of Object.entries(places)) {
  const skip = name === 'a working folder' && noGit
  test(
    `in ${name} a commit that changes other files is taken back by nobody`,
    { skip },
    async () => {
      for (const files of elsewhere) {
        const id = commit(files)
        for (const one of [id, 'HEAD', '--all', id.slice(0, 39), `${id}\n`]) {
          assert.deepEqual(await undo(repository, one), { ok: false, code: 'nothing-to-undo' })
        }
      }
    },
  )

  test(`in ${name} the editor takes back what it made, and nothing else`, { skip }, async () => {
    const foreign = commit({ [PATH]: 'edited by hand\n' })
    const hidden = { ...repository, history: async () => [] }
    for (const from of [hidden, { ...repository, history: async () => [nobodys(foreign)] }]) {
      const bound = { ...from, undoing: repository.undoing.bind(repository) }
      assert.deepEqual(await undoSave(bound, { id: foreign, author: 'x' }), {
        ok: false,
        code: 'nothing-to-undo',
      })
    }
    const mine = await saveText(repository, 'five')
    assert.ok(mine.ok)
    assert.ok((await undoSave(repository, { id: mine.data.id, author: 'x' })).ok)
  })
}

test('a save goes through no link out of the folder', { skip: noGit }, async () => {
  const outside = mkdtempSync(join(tmpdir(), 'outside-'))
  after(() => rmSync(outside, { recursive: true, force: true }))
  writeFileSync(join(outside, 'a.md'), '')
  symlinkSync(join(outside, 'a.md'), join(folder, 'content/products/link.md'))
  symlinkSync(outside, join(folder, 'content/linked'))
  for (const path of ['content/products/link.md', 'content/linked/a.md', 'content/linked/b.md']) {
    const { version = '' } = (await workingFolder(folder, 'content').read(path)) ?? {}
    const expected = [{ path, version }]
    const { id: base } = await workingFolder(folder, 'content').tree()
    const save = { message: 'x', author: 'x', changes: [{ path, text: 'out\n' }], expected, base }
    const answer = await workingFolder(folder, 'content').save(save)
    assert.deepEqual(answer, { ok: false, code: 'host-refused' })
  }
  assert.deepEqual(readdirSync(outside), ['a.md'])
  assert.equal(readFileSync(join(outside, 'a.md'), 'utf8'), '')
})

test('a save in the very moment of another one at the Git host is refused', async () => {
  standIn.beforeMove = () => {
    standIn.beforeMove = () => {}
    standIn.push({ [PATH]: 'faster\n' })
  }
  assert.deepEqual(await saveText(gitHub(access), 'slower'), { ok: false, code: 'saved-meanwhile' })
  assert.equal(standIn.file(PATH), 'faster\n')
})

test('a Git host that refuses the token is named with its status', async () => {
  await assert.rejects(gitHub({ ...access, token: 'wrong' }).tree(), { status: 401 })
})
