import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { test } from 'node:test'

import { z } from 'zod'

import { STAGES } from './test/stages.ts'

const ROOT = join(import.meta.dirname, '..')
const FOLDERS = '{app,cli,components,content,docs,e2e,lib,local,packages,verification}/**'
const PACKAGES = '**/node_modules/**'
const documents = globSync(['*.md', `${FOLDERS}/*.md`], { cwd: ROOT, exclude: [PACKAGES] })
const sources = globSync(['*.ts', `${FOLDERS}/*.{ts,tsx,mjs}`], {
  cwd: ROOT,
  exclude: [PACKAGES],
})
const names = new Set(sources.map((file) => basename(file)))

// Matches `lib/log/log.ts`, `../journal.ts` or `control.ts`.
const SOURCE = /`((?:[\w.()[\]-]+\/)*[\w.-]+\.(?:tsx?|mjs))`/g

// Placeholders as in `content/products/{id}.md` name no file.
const FOLDER =
  /`((?:app|cli|components|content|docs|e2e|lib|local|packages|public|verification)\/[^`\s<{…]*)`/g
const LINK = /\]\(([^)#:\s…{]+)(?:#[^)]*)?\)/g

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')
const matchesOf = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, one = '']) => one.replace(/:\d+$/, ''))

function isThere(document: string, path: string): boolean {
  if (path.includes('*')) return globSync(path, { cwd: ROOT }).length > 0
  if (names.has(path)) return true
  return [ROOT, join(ROOT, dirname(document))].some((folder) => existsSync(join(folder, path)))
}

test('every file that a document names or links to is there', () => {
  assert.ok(documents.length > 20, `only ${documents.length} documents found`)
  const missing = documents.flatMap((document) => {
    const text = read(document)
    const paths = [SOURCE, FOLDER, LINK].flatMap((pattern) => matchesOf(text, pattern))
    return paths
      .filter((path) => !path.startsWith('/') && !isThere(document, path))
      .map((path) => `${document}: ${path}`)
  })
  assert.deepEqual(missing, [])
})

// GitHub's names of headings: lower case, no punctuation, hyphens for blanks.
const headingsOf = (text: string) =>
  new Set(
    matchesOf(text, /^#{1,6} (.+)$/gm).map((heading) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
        .trim()
        .replaceAll(/\s/g, '-'),
    ),
  )

test('every heading that a document links to is there', () => {
  const missing = documents.flatMap((document) =>
    [...read(document).matchAll(/\]\(([\w./-]*\.md)?#([^)\s]+)\)/g)]
      .map(([, file, heading = '']) => ({
        target: file ? join(dirname(document), file) : document,
        heading: decodeURIComponent(heading),
      }))
      .filter(({ target, heading }) => !headingsOf(read(target)).has(heading))
      .map(({ target, heading }) => `${document}: ${target}#${heading}`),
  )
  assert.deepEqual(missing, [])
})

test('every file that the Dockerfile, the CI and the container of editors name is there', () => {
  const files = [
    'Dockerfile',
    '.ci/run',
    '.devcontainer/devcontainer.json',
    ...globSync('.github/workflows/*.yml', { cwd: ROOT }),
  ]
  const missing = files.flatMap((file) =>
    matchesOf(read(file), /(?<![\w./-])((?:[\w-]+\/)*[\w-]+\.(?:tsx?|mjs|md|sh))\b/g)
      .filter((path) => !isThere(file, path))
      .map((path) => `${file}: ${path}`),
  )
  assert.deepEqual(missing, [])
})

test('every document that a source names is there', () => {
  assert.ok(sources.length > 500, `only ${sources.length} sources found`)
  const missing = sources.flatMap((file) =>
    matchesOf(read(file), /(?<![\w./-])(docs\/(?:[\w-]+\/)*[\w.-]+\.(?:md|conf))\b/g)
      .filter((path) => !existsSync(join(ROOT, path)))
      .map((path) => `${file}: ${path}`),
  )
  assert.deepEqual(missing, [])
})

// Names of other programs' interfaces that documents say the shop does without.
const ELSEWHERE = new Set([
  'HttpOnly',
  'adapterPath',
  'cacheComponents',
  'cacheHandler',
  'onBuildComplete',
  'onNavigate',
  'useLinkStatus',
])

test('every function, type and setting that a document names is in the code', () => {
  const code = [
    ...sources.filter((file) => file !== 'local/docs.test.ts'),
    ...globSync(['.env.example', 'Dockerfile', 'app/**/*.css'], { cwd: ROOT }),
  ].map(read)
  const known = new Set(code.flatMap((text) => text.match(/[\w$]+/g) ?? []))
  const named = /(?<!`)`((?=\w*[a-z][A-Z]|[A-Z]+_[A-Z])[a-zA-Z]\w*)(?:\([^`\n]*\))?`/g
  const missing = documents
    .filter((document) => !document.startsWith('content/'))
    .flatMap((document) =>
      matchesOf(read(document), named)
        .filter((name) => !known.has(name) && !ELSEWHERE.has(name))
        .map((name) => `${document}: ${name}`),
    )
  assert.deepEqual(missing, [])
})

const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(read('package.json')))

test('every command that a document names is there', () => {
  const missing = documents.flatMap((document) =>
    matchesOf(read(document), /npm run ([a-z][\w:]*)/g)
      .filter((name) => !(name in scripts))
      .map((name) => `${document}: npm run ${name}`),
  )
  assert.deepEqual(missing, [])
})

test('every stage that a document names is there', () => {
  const stages = new Set(STAGES.map(({ name }) => name))
  const named = documents.flatMap((document) =>
    [
      ...read(document).matchAll(/npm run test:stage (?:-- )?([a-z][a-z -]*)`((?:, `[a-z-]+`)*)/g),
    ].flatMap(([, first = '', more = '']) =>
      [...first.split(' '), ...matchesOf(more, /`([a-z-]+)`/g)].map((name) => ({ document, name })),
    ),
  )
  assert.ok(named.length > 10, `only ${named.length} stages found`)
  const missing = named.filter(({ name }) => !stages.has(name))
  assert.deepEqual(missing, [])
})

const UNNAMED = ['test', 'start', 'build', 'audit', 'test:stage']

test('README.md names every command', () => {
  const text = read('README.md')
  const commands = Object.keys(scripts).filter((name) => !UNNAMED.includes(name))
  assert.deepEqual(
    commands.filter((name) => !text.includes(name)),
    [],
  )
})

// Node 20 knows no TypeScript: a command that names it leaves an empty file behind, as of a backup.
const BARE = /^\s*(?:[A-Z_]+=\S+ )*node (?!local\/bootstrap\.mjs)\S+\.ts\b/

test('no documented command of the shop runs TypeScript by the Node of its reader', () => {
  const pages = documents.filter((file) => /^(?:README|CONTRIBUTING)\.md$|^docs\//.test(file))
  const bare = pages.flatMap((page) =>
    read(page)
      .split('\n')
      .filter((line) => BARE.test(line))
      .map((line) => `${page}: ${line}`),
  )
  assert.ok(pages.length > 10, `only ${pages.length} pages found`)
  assert.deepEqual(bare, [])
})
