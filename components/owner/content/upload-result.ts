'use client'
import { failureText, type OwnerFailure } from '#components/owner/form/owner-failure.ts'
import type { Upload } from '#lib/content-editor/stored-pictures.ts'
import { isText, isTrueOrFalse, oneOf, withFields } from '#lib/text/json-shape.ts'
import { STORED } from './stored-picture-shape.ts'

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

const isUpload = withFields<Upload>({ ...STORED, preview: isText })

const hasPicture = withFields({ ok: isTrueOrFalse, data: isUpload })

const isFailure = withFields({ code: oneOf(CODES) })

const hasDetail = withFields({ detail: isText })

/** Whether a picture is held for the save of its file; `data` has the path that content names. */
export function isPictureAnswer(
  answer: unknown,
): answer is { readonly ok: true; readonly data: Upload } {
  return hasPicture(answer) && answer.ok
}

/** Why a picture was not taken, in a sentence. */
export function uploadFailure(answer: unknown): string {
  if (!isFailure(answer)) return failureText({ code: 'network' })
  const { code } = answer
  return failureText({ code, ...(hasDetail(answer) ? { detail: answer.detail } : {}) })
}
