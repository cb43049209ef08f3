'use server'

import { z } from 'zod'

import { ownerListAction, recentlyReauthenticatedAction } from '#app/owner-action.ts'
import {
  type ContentRefusal,
  draftFile,
  isShallow,
  previewFile,
  saveFile,
  saveDrafts,
  undoSave,
  type RemovalRefusal,
  removeFile,
} from '#lib/content-editor/editor.ts'
import { inRepository } from '#lib/content-editor/find-repository.ts'
import type { Save } from '#lib/content-editor/repository.ts'
import { savePrices } from '#lib/content-editor/save-prices.ts'
import { ok, type Result } from '#lib/result.ts'
import { jsonText, singleLineText } from '#lib/text/text-schemas.ts'

const json = jsonText(50_000)

// The fields of a form as JSON: which there are, the file's own schema says.
const fields = json.refine((values) => isShallow(values))

const path = singleLineText(120)
const blob = z.string().regex(/^[0-9a-f]{40}$/)

// Photographs lie where the shop crops them to, and nowhere else; their signature says that it did.
const pictures = z
  .array(
    z.strictObject({
      src: z.string().regex(/^\/images\/(?:products|blog|site)\/[a-z0-9-]{1,80}\.jpg$/),
      blobs: z.array(blob).min(1).max(20),
      signature: z.string().max(64),
    }),
  )
  .max(60)

const typed = z.object({
  path,
  values: fields,
  body: z.string().max(50_000),
  pictures: json.pipe(pictures),
})
const version = singleLineText(64)
const opened = typed.extend({
  version,
  sure: z.enum(['', 'yes']).transform((sure) => sure === 'yes'),
})

const held = z.strictObject({ path, blob, version, pictures })

/** Checks a file as the build would, and shows its text; saves nothing. */
export const previewContentAction = ownerListAction(
  typed,
  (input): Promise<Result<{ readonly html: string }, ContentRefusal>> =>
    inRepository((repository) => previewFile(repository, input)),
)

/** Saves a file as a commit: it changes what everybody reads, so a proof of 15 minutes is asked for. */
export const saveContentAction = recentlyReauthenticatedAction(
  opened,
  ({ context: { by }, sure, ...input }): Promise<Result<Save, ContentRefusal>> =>
    inRepository((repository) => saveFile(repository, { ...input, author: by, isSure: sure })),
)

/** Stores a draft of a file for a save together with others: nothing that anybody reads changes yet. */
export const saveDraftAction = ownerListAction(
  opened,
  ({ sure, ...input }): Promise<Result<string, ContentRefusal>> =>
    inRepository((repository) => draftFile(repository, { ...input, isSure: sure })),
)

/** Saves held files as one commit, with the proof of a save. */
export const saveDraftsAction = recentlyReauthenticatedAction(
  z.object({ files: json.pipe(z.array(held).min(1).max(40)) }),
  async ({ files, context: { by } }): Promise<Result<null, ContentRefusal>> => {
    const saved = await inRepository((repository) => saveDrafts(repository, { files, author: by }))
    return saved.ok ? ok(null) : saved
  },
)

const amount = singleLineText(20)
const typedDay = z.union([z.iso.date(), z.literal('')])
const prices = z.strictObject({
  path,
  version,
  price: amount,
  salePrice: amount,
  saleStart: typedDay,
  saleEnd: typedDay,
})

/** Saves the prices of products as one commit, with the proof of a save. */
export const savePricesAction = recentlyReauthenticatedAction(
  z.object({
    prices: json.pipe(z.array(prices).min(1).max(200)),
    sure: z.enum(['', 'yes']).transform((sure) => sure === 'yes'),
  }),
  async ({ prices: typedPrices, sure, context }): Promise<Result<null, ContentRefusal>> => {
    const { by: author, at: now } = context
    const saved = await inRepository((repository) =>
      savePrices(repository, { prices: typedPrices, author, isSure: sure, now }),
    )
    return saved.ok ? ok(null) : saved
  },
)

/** Deletes a file that the shop does not need, as a commit, with the same proof. */
export const removeContentAction = recentlyReauthenticatedAction(
  z.object({ path, version }),
  ({ path: file, version: of, context: { by } }): Promise<Result<Save, RemovalRefusal>> =>
    inRepository((repository) => removeFile(repository, { path: file, version: of, author: by })),
)

/** Takes a save of this editor back, with the same proof. */
export const undoSaveAction = recentlyReauthenticatedAction(
  z.object({ id: z.string().regex(/^[0-9a-f]{40}$/) }),
  async ({ id, context: { by } }): Promise<Result<null, ContentRefusal>> => {
    const undone = await inRepository((repository) => undoSave(repository, { id, author: by }))
    return undone.ok ? ok(null) : undone
  },
)
