import { isText, isTrueOrFalse, oneOf, withFields } from '#lib/text/json-shape.ts'

import { failureText, type OwnerFailure } from './messages.ts'

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

const hasPath = withFields({ ok: isTrueOrFalse, data: isText })
const isFailure = withFields({ code: oneOf(CODES) })
const hasDetail = withFields({ detail: isText })

/** Whether a picture was saved; `data` is the path that content names. */
export function isPictureAnswer(
  answer: unknown,
): answer is { readonly ok: true; readonly data: string } {
  return hasPath(answer) && answer.ok
}

/** Why a picture was not saved, in a sentence. */
export function uploadFailure(answer: unknown): string {
  if (!isFailure(answer)) return failureText({ code: 'away' })
  const { code } = answer
  return failureText({ code, ...(hasDetail(answer) ? { detail: answer.detail } : {}) })
}
