import { z } from 'zod'

import { plainLines, toSingleLine } from './plain-text.ts'

/** Schema of a single-line text of at most `max` characters. Removes other characters. */
export function singleLineText(max: number) {
  return z.string().overwrite(toSingleLine).trim().max(max)
}

/** Schema of a web address: nothing else may become a link, such as `javascript:` or a file. */
export const webAddress = z.url({ protocol: /^https?$/, error: '必須是完整網址' })

/** Schema of a text of at most `max` characters that is JSON; gives its value. */
export function jsonText(max: number) {
  return z
    .string()
    .max(max)
    .transform((text, context): unknown => {
      try {
        return JSON.parse(text)
      } catch {
        context.addIssue('no JSON')
        return z.NEVER
      }
    })
}

/** Schema of a multi-line text of at most `max` characters. Removes other characters. */
export function multiLineText(max: number) {
  return z.string().overwrite(plainLines).trim().max(max)
}
