import 'server-only'

import { readTaken } from '../order/stock-store.ts'
import { fail, type Result } from '../result.ts'
import { type ContentRefusal, saveRemoval } from './editor.ts'
import { contentFile, isRemovable } from './open-file.ts'
import type { ContentRepository, Save } from './repository.ts'

/** Why a file is not deleted. */
export type RemovalRefusal = ContentRefusal | 'has-orders' | 'not-removable'

// What is ordered, held or set by the owner stands in the product's counts.
async function isCounted(product: string): Promise<boolean> {
  const {
    stock = 0,
    preorder = 0,
    sizes = {},
    override,
  } = (await readTaken([product])).get(product) ?? {}
  const pieces = [stock, preorder, ...Object.values(sizes)]
  return override !== undefined || pieces.some((count) => count !== 0)
}

/**
 * Deletes a file that nothing in the shop leads to, as a commit that can be taken back. A product that was ordered keeps
 * its page (rule 1249). Throws GitHostProblem and DatabaseUnavailable.
 */
export async function removeFile(
  repository: ContentRepository,
  {
    path,
    version,
    author,
  }: { readonly path: string; readonly version: string; readonly author: string },
): Promise<Result<Save, RemovalRefusal>> {
  const file = contentFile(path)
  if (!file || version === '') return fail('unknown-file')
  if (!isRemovable(file)) return fail('not-removable')
  if (file.kind === 'products' && (await isCounted(file.name))) return fail('has-orders')
  return saveRemoval(repository, { path, version, author })
}
