import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

import { z } from 'zod'

const ROOT = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')
const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(read('package.json')))

const ROOT_NAMES = /^(?:app|bench|cli|components|content|docs|e2e|lib|local|public)\//

function codesIn(text: string): readonly string[] {
  return [...text.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code)
}

function pathsIn(text: string): readonly string[] {
  const links = [...text.matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)].map(([, path = '']) => path)
  const named = codesIn(text).filter((code) => ROOT_NAMES.test(code) && !/[<\s]/.test(code))
  return [...links, ...named.map((path) => path.replace(/:\d+$/, ''))]
}

const isThere = (path: string) =>
  existsSync(join(ROOT, path)) || globSync(path, { cwd: ROOT }).length > 0

for (const file of ['README.md', 'CONTRIBUTING.md']) {
  test(`${file} names only paths that exist`, () => {
    assert.deepEqual(
      pathsIn(read(file)).filter((path) => !isThere(path)),
      [],
    )
  })

  test(`${file} names only commands that package.json has`, () => {
    const commands = [...read(file).matchAll(/npm run ([\w:]+)/g)].map(([, name = '']) => name)
    assert.ok(commands.length > 3)
    assert.deepEqual(
      commands.filter((name) => !(name in scripts)),
      [],
    )
  })
}

test('README.md names every command of package.json and has at most 90 lines', () => {
  const text = read('README.md')
  const missing = Object.keys(scripts).filter(
    (name) =>
      !['test', 'start', 'build', 'audit', 'test:stage'].includes(name) && !text.includes(name),
  )
  assert.deepEqual(missing, [])
  assert.ok(text.split('\n').length <= 90)
})
