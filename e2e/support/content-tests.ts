import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

import { runInCopy } from './shop-copy.ts'

// Readers of a file of the shop use one of these.
const READS_FILES = /['"](?:node:fs|node:fs\/promises|node:child_process|sharp)['"]/
// Nearly everything knows the numbers of the trade, which no test changes in a copy, and the stand-ins read no content.
const OTHERS = /trade-file\.ts$|stand-in\.fixture\.ts$/
const IMPORTS = /(?:from|import)\s*\(?\s*['"]([#.][^'"]+\.tsx?)['"]/g

function importsOf(folder: string, file: string): readonly string[] {
  return readFileSync(file, 'utf8')
    .matchAll(IMPORTS)
    .map(([, to = '']) =>
      to.startsWith('#') ? join(folder, to.slice(1)) : resolve(file, '..', to),
    )
    .filter((path) => existsSync(path))
    .toArray()
}

function readsFiles(folder: string, test: string): boolean {
  const closure = new Set([join(folder, test)])
  for (const file of closure) for (const next of importsOf(folder, file)) closure.add(next)
  return closure
    .values()
    .some((file) => !OTHERS.test(file) && READS_FILES.test(readFileSync(file, 'utf8')))
}

/** Runs the unit tests of a copy of the shop that read files: no other can see its content. */
export function runContentTests(folder: string): Promise<void> {
  const all = globSync(['content/**/*.test.ts', 'lib/**/*.test.ts'], { cwd: folder })
  const tests = all.filter((test) => readsFiles(folder, test))
  // These are missing only if content is read by another way than those above.
  for (const file of ['content/checks/content.test.ts', 'lib/product/find-products.test.ts'])
    assert.ok(tests.includes(file), file)
  const command = ['node', '--conditions=react-server', '--test-isolation=none', '--test']
  return runInCopy(folder, [...command, ...tests])
}
