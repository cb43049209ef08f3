import { createHash } from 'node:crypto'

import { pictureSizes, sharePath } from './pictures.ts'

/** Changes with what `lib/adapters/sharp/photos.ts` makes of a picture, so that no address ever has other bytes. */
const RECIPE = 'avif-jpeg-1'

/** The version of a picture by Git's name of its bytes: eight hexadecimal digits in the names of its sizes. */
export function pictureVersion(blob: string): string {
  return createHash('sha256').update(`${RECIPE} ${blob}`).digest('hex').slice(0, 8)
}

/** The paths in public/ of all that is made of a picture's version. */
export function madeOf(src: string, version: string): readonly string[] {
  return [...pictureSizes(src, version).map(({ path }) => path), sharePath(src, version)]
}
