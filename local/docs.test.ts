import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { test } from 'node:test'

const ROOT = join(import.meta.dirname, '..')
const FOLDERS = '{app,bench,cli,components,content,docs,e2e,lib,local}/**'
const documents = globSync(['*.md', `${FOLDERS}/*.md`], { cwd: ROOT })
const sources = globSync(['*.ts', `${FOLDERS}/*.{ts,tsx,mjs}`], { cwd: ROOT })
const names = new Set(sources.map((file) => basename(file)))

// Such as `lib/log.ts`, `../journal.ts`, or `control.ts` alone.
const SOURCE = /`((?:[\w.()[\]-]+\/)*[\w.-]+\.(?:tsx?|mjs))`/g

function isThere(document: string, path: string): boolean {
  if (!path.includes('/')) return names.has(path)
  return [ROOT, join(ROOT, dirname(document))].some((folder) => existsSync(join(folder, path)))
}

test('every source file that a document names is there', () => {
  assert.ok(documents.length > 20, `only ${documents.length} documents found`)
  const missing = documents.flatMap((document) =>
    [...readFileSync(join(ROOT, document), 'utf8').matchAll(SOURCE)]
      .map(([, path = '']) => path)
      .filter((path) => !isThere(document, path))
      .map((path) => `${document}: ${path}`),
  )
  assert.deepEqual(missing, [])
})
