import { z } from 'zod'

import { webAddress } from '../text/text-schemas.ts'
import { addressName, pictureSchema, text } from '../content/pages.ts'

/** Kinds of creators: the label's own studio, or a person. */
export const CREATOR_KINDS = { studio: '設計室', person: '創作者' } as const

/** The front matter of content/creators/{slug}.md. */
export const creatorFrontMatterSchema = z.strictObject({
  name: text,
  kind: z.enum(['studio', 'person']),
  description: text,
  portrait: pictureSchema.optional(),
  where: text.optional(),
  links: z.array(z.strictObject({ name: text, href: webAddress })).default([]),
  works: z.array(addressName).default([]),
  shares: z
    .array(
      z.strictObject({
        from: z.string('必須是文字').regex(/^20\d\d-(?:0[1-9]|1[0-2])$/, '必須是 YYYY-MM 的月份'),
        percent: z.number('必須是數字').min(0, '不可小於 0').max(100, '不可大於 100'),
      }),
    )
    .default([]),
  licence: text,
})

/** A creator: front matter, part of the address, and own words as markdown and as safe HTML. */
export type Creator = Readonly<z.infer<typeof creatorFrontMatterSchema>> & {
  readonly slug: string
  readonly markdown: string
  readonly html: string
}
