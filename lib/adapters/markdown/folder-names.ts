import 'server-only'

import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** The names, without ending, of the .md files of a folder under `root`, in their order. */
export async function folderNames(root: string, folder: string): Promise<readonly string[]> {
  const files = await readdir(join(root, folder))
  return files
    .filter((file) => file.endsWith('.md'))
    .map((file) => file.slice(0, -'.md'.length))
    .toSorted()
}
