import { isText, isTrueOrFalse, listOf, oneOf, withFields } from '#lib/text/json-shape.ts'
import { failureText, type OwnerFailure } from './messages.ts'
import type { StoredPicture } from '#lib/content-editor/find-repository.ts'
import type { StoredFile } from '#lib/content-editor/repository.ts'
import { cleanMarkup } from '#lib/content-editor/labels.ts'

const CODES = [
  'picture-unusable',
  'picture-name',
  'saved-meanwhile',
  'host-refused',
  'no-repository',
  'proof-needed',
  'too-often',
  'unavailable',
] as const satisfies readonly OwnerFailure[]

/** Accepts a file that is held for a save. */
export const isStoredFile = withFields<StoredFile>({ path: isText, blob: isText })
const isPicture = withFields<StoredPicture>({ src: isText, files: listOf(isStoredFile) })
const hasPicture = withFields({ ok: isTrueOrFalse, data: isPicture })
const isFailure = withFields({ code: oneOf(CODES) })
const hasDetail = withFields({ detail: isText })

/** Whether a picture is held for the save of its file; `data` has the path that content names. */
export function isPictureAnswer(
  answer: unknown,
): answer is { readonly ok: true; readonly data: StoredPicture } {
  return hasPicture(answer) && answer.ok
}

/** Why a picture was not taken, in a sentence. */
export function uploadFailure(answer: unknown): string {
  if (!isFailure(answer)) return failureText({ code: 'away' })
  const { code } = answer
  return failureText({ code, ...(hasDetail(answer) ? { detail: answer.detail } : {}) })
}

type MarkupPolicy = { readonly createHTML: (html: string) => TrustedHTML }

// Optional: not every browser has Trusted Types, and TypeScript lacks the type.
declare const trustedTypes:
  | { createPolicy: (name: 'content-preview', rules: object) => MarkupPolicy }
  | undefined

// One of the policies that the pages of the owner allow (lib/http/security-headers.ts).
const policy: { readonly createHTML: (html: string) => string | TrustedHTML } =
  typeof trustedTypes === 'undefined'
    ? { createHTML: cleanMarkup }
    : trustedTypes.createPolicy('content-preview', { createHTML: cleanMarkup })

/** A text's HTML for `dangerouslySetInnerHTML` on a page with Trusted Types; other markup becomes text. */
export function previewMarkup(html: string): { readonly __html: string | TrustedHTML } {
  return { __html: policy.createHTML(html) }
}
