import { existsSync, globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

// Whatever reads a file of the shop does so by one of these.
const READS_FILES = /['"](?:node:fs|node:fs\/promises|node:child_process|sharp)['"]/
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

/**
 * The tests among these patterns that read files, themselves or by what they import, relative to
 * the folder. No other test can see a change of content.
 */
export function testsThatReadFiles(folder: string, patterns: readonly string[]): readonly string[] {
  const isReader = (test: string) => {
    const closure = new Set([join(folder, test)])
    for (const file of closure) for (const next of importsOf(folder, file)) closure.add(next)
    return closure.values().some((file) => READS_FILES.test(readFileSync(file, 'utf8')))
  }
  return globSync([...patterns], { cwd: folder }).filter(isReader)
}
