'use server'

import { z } from 'zod'

import { ownerListAction, recentlyReauthenticatedAction } from '#app/owner-action.ts'
import {
  type ContentRefusal,
  isShallow,
  previewFile,
  saveFile,
  undoSave,
} from '#lib/content-editor/editor.ts'
import { inRepository } from '#lib/content-editor/find-repository.ts'
import type { Save } from '#lib/content-editor/repository.ts'
import { ok, type Result } from '#lib/result.ts'
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
  .refine((values) => isShallow(values))

const typed = z.object({ path: singleLineText(120), values: fields, body: z.string().max(50_000) })

/** Checks a file as the build would, and shows its text; saves nothing. */
export const previewContentAction = ownerListAction(
  typed,
  (input): Promise<Result<{ readonly html: string }, ContentRefusal>> =>
    inRepository((repository) => previewFile(repository, input)),
)

/** Saves a file as a commit: it changes what everybody reads, so a proof of 15 minutes is asked for. */
export const saveContentAction = recentlyReauthenticatedAction(
  typed.extend({ version: singleLineText(64) }),
  ({ context: { by }, ...input }): Promise<Result<Save, ContentRefusal>> =>
    inRepository((repository) => saveFile(repository, { ...input, author: by })),
)

/** Takes a save of this editor back, with the same proof. */
export const undoSaveAction = recentlyReauthenticatedAction(
  z.object({ id: z.string().regex(/^[0-9a-f]{40}$/) }),
  async ({ id, context: { by } }): Promise<Result<null, ContentRefusal>> => {
    const undone = await inRepository((repository) => undoSave(repository, { id, author: by }))
    return undone.ok ? ok(null) : undone
  },
)
