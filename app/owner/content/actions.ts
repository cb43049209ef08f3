'use server'

import { z } from 'zod'

import { ownerAction, ownerListAction } from '#app/owner-action.ts'
import { type ContentRefusal, previewFile, saveFile } from '#lib/content-editor/editor.ts'
import { inRepository } from '#lib/content-editor/find-repository.ts'
import type { Save } from '#lib/content-editor/repository.ts'
import type { Result } from '#lib/result.ts'
import { singleLineText } from '#lib/text/text-schemas.ts'

// The fields of a form as JSON: which there are, the file's own schema says.
const fields = z
  .string()
  .max(50_000)
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text)
    } catch {
      context.addIssue('not JSON')
      return z.NEVER
    }
  })

const typed = z.object({ path: singleLineText(120), values: fields, body: z.string().max(50_000) })

/** Checks a file as the build would, and shows its text; saves nothing. */
export const previewContentAction = ownerListAction(
  typed,
  (input): Promise<Result<{ readonly html: string }, ContentRefusal>> =>
    inRepository((repository) => previewFile(repository, input)),
)

/** Saves a file as a commit. */
export const saveContentAction = ownerListAction(
  typed.extend({ version: singleLineText(64) }),
  ({ context: { by }, ...input }): Promise<Result<Save, ContentRefusal>> =>
    inRepository((repository) => saveFile(repository, { ...input, author: by })),
)

/** Takes a save back. */
export const undoSaveAction = ownerAction(
  z.object({ id: singleLineText(40) }),
  ({ id, context: { by } }): Promise<Result<Save, ContentRefusal>> =>
    inRepository((repository) => repository.undo(id, by)),
)
