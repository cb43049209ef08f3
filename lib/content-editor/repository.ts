import type { Result } from '../result.ts'

/** The folder of the shop's pictures. */
export const PICTURES = 'public/images'

/** Whether all these paths lie in one of the folders, and there is one at least. */
export function areWithin(paths: readonly string[], folders: readonly string[]): boolean {
  const isWithin = (path: string) => folders.some((folder) => path.startsWith(`${folder}/`))
  return paths.length > 0 && paths.every((path) => isWithin(path) && !path.includes('..'))
}

/** A file that a save writes, by its path in the project; a picture's bytes are base64. */
export type FileChange = {
  readonly path: string
  readonly text?: string | undefined
  readonly base64?: string | undefined
}

/** A save: what was changed, by whom and when. */
export type Save = {
  readonly id: string
  readonly message: string
  readonly author: string
  /** ISO 8601. */
  readonly at: string
}

/** Files and message of one save. */
export type NewSave = {
  readonly message: string
  readonly author: string
  readonly changes: readonly FileChange[]
  /** Version of the opened file; empty for a new one. */
  readonly expected: { readonly path: string; readonly version: string }
}

/** Why nothing was saved: somebody else saved the same file meanwhile, or the host refused. */
export type SaveRefusal = 'saved-meanwhile' | 'host-refused' | 'nothing-to-undo'

/** Storage of the content: each save is a commit that can be reverted. */
export type ContentRepository = {
  /** The folder whose other files a save must agree with; the shop's own where it names none. */
  readonly content?: string
  /** The paths under content/ and public/images/. */
  readonly list: () => Promise<readonly string[]>
  /** Returns a file's text with the version that detects concurrent edits. */
  readonly read: (
    path: string,
  ) => Promise<{ readonly text: string; readonly version: string } | undefined>
  readonly save: (input: NewSave) => Promise<Result<Save, SaveRefusal>>
  readonly history: () => Promise<readonly Save[]>
  /** Takes a save back by another one. Refused where its files were changed since, or lie elsewhere. */
  readonly undo: (id: string, author: string) => Promise<Result<Save, SaveRefusal>>
}
