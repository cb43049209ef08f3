import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join, matchesGlob } from 'node:path'

/**
 * The files that git keeps, by their paths from the root of the repository; in a downloaded folder
 * without git, those on the disk that `.gitignore` does not name.
 */
export function trackedFiles(root: string): readonly string[] {
  const words = ['-C', root, 'ls-files', '-z']
  const { status, stdout } = spawnSync('git', words, { encoding: 'utf8', maxBuffer: 50_000_000 })
  const listed = status === 0 ? stdout.split('\0').filter((file) => file !== '') : []
  // A folder inside another repository is listed as empty.
  return listed.length > 0 ? listed : filesOnDisk(root)
}

function filesOnDisk(root: string): readonly string[] {
  const lines = readFileSync(join(root, '.gitignore'), 'utf8').split('\n')
  const ignored = lines
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.replaceAll(/^\/|\/$/g, ''))
  const isKept = (name: string) =>
    name !== '.git' && !ignored.some((pattern) => matchesGlob(name, pattern))
  const under = (folder: string): string[] =>
    readdirSync(join(root, folder), { withFileTypes: true })
      .filter(({ name }) => isKept(name))
      .flatMap((entry) => {
        const path = join(folder, entry.name)
        return entry.isDirectory() ? under(path) : [path]
      })
  return under('').toSorted()
}
