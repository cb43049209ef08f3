import { z } from 'zod'

import { failureText, type OwnerFailure } from './messages.ts'

const answerSchema = z.object({ ok: z.literal(true), data: z.string() })

const CODES = [
  'picture-unusable',
  'picture-name',
  'saved-meanwhile',
  'host-refused',
  'no-repository',
  'too-often',
  'unavailable',
] as const satisfies readonly OwnerFailure[]

const failureSchema = z.object({ code: z.enum(CODES), detail: z.string().optional() })

/** Whether a picture was saved; `data` is the path that content names. */
export function isPictureAnswer(answer: unknown): answer is z.infer<typeof answerSchema> {
  return answerSchema.safeParse(answer).success
}

/** Why a picture was not saved, in a sentence. */
export function uploadFailure(answer: unknown): string {
  const { data } = failureSchema.safeParse(answer)
  if (!data) return failureText({ code: 'away' })
  const { code, detail } = data
  return failureText({ code, ...(detail === undefined ? {} : { detail }) })
}
