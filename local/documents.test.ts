import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { test } from 'node:test'

import { z } from 'zod'

const ROOT = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')
const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(read('package.json')))

const FOLDER = /^(?:app|bench|cli|components|content|docs|e2e|lib|local|public)\//

// Placeholders as in `content/products/{id}.md` name no file.
const PLACEHOLDER = /[<\s{}…]/

function linksIn(file: string): readonly string[] {
  const links = [...read(file).matchAll(/\]\(([^)#:\s]+)(?:#[^)]*)?\)/g)]
  return links
    .map(([, path = '']) => posix.join(posix.dirname(file), path))
    .filter((path) => !path.startsWith('/') && !PLACEHOLDER.test(path))
}

function pathsIn(file: string): readonly string[] {
  const codes = [...read(file).matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code)
  return codes
    .filter((code) => FOLDER.test(code) && !PLACEHOLDER.test(code))
    .map((code) => code.replace(/:\d+$/, ''))
}

const isThere = (path: string) =>
  path.includes('*') ? globSync(path, { cwd: ROOT }).length > 0 : existsSync(join(ROOT, path))

for (const file of ['README.md', 'CONTRIBUTING.md', ...globSync('docs/**/*.md', { cwd: ROOT })]) {
  test(`${file} names only files and commands that exist`, () => {
    const missing = [...linksIn(file), ...pathsIn(file)].filter((path) => !isThere(path))
    assert.deepEqual(missing, [])
    const commands = [...read(file).matchAll(/npm run ([a-z][\w:]*)/g)].map(([, name = '']) => name)
    assert.deepEqual(
      commands.filter((name) => !(name in scripts)),
      [],
    )
  })
}

const UNNAMED = ['test', 'start', 'build', 'audit', 'test:stage']

test('README.md names every command of package.json and has at most 90 lines', () => {
  const text = read('README.md')
  assert.deepEqual(
    Object.keys(scripts).filter((name) => !UNNAMED.includes(name) && !text.includes(name)),
    [],
  )
  assert.ok(text.split('\n').length <= 90)
})
