import { existsSync } from 'node:fs'
import { join } from 'node:path'

import type { ZodType } from 'zod'

import { ContentError } from './content-error.ts'
import type { MarkdownFile } from './read-folder.ts'

/** The front matter of a file, checked; a wrong or missing field throws a ContentError with every reason. */
export function parseFrontMatter<T>(schema: ZodType<T>, file: MarkdownFile): T {
  const parsed = schema.safeParse(file.frontMatter)
  if (parsed.success) return parsed.data
  const [first, ...more] = parsed.error.issues.map((issue) => ({
    field:
      issue.path.join('.') || (issue.code === 'unrecognized_keys' ? issue.keys.join(', ') : ''),
    reason: issue.message,
  }))
  const rest = more.map(({ field, reason }) => `${field}: ${reason}`)
  throw new ContentError(
    file.path,
    first?.field ?? 'front matter',
    [first?.reason ?? 'invalid', ...rest].join('; '),
  )
}

/** Throws a ContentError for a picture that does not lie in public/ under `root`. */
export function requirePictures(
  root: string,
  file: MarkdownFile,
  pictures: readonly { readonly field: string; readonly src: string }[],
): void {
  const inBody = [...file.body.matchAll(/!\[[^\]]*\]\(([^)\s]+)/g)].map(([, src]) => ({
    field: 'body',
    src: src ?? '',
  }))
  for (const { field, src } of [...pictures, ...inBody]) {
    if (!existsSync(join(root, 'public', src))) {
      throw new ContentError(file.path, field, `no such picture: public${src}`)
    }
  }
}
