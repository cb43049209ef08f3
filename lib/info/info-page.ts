import { z } from 'zod'

import { pictureSchema } from '../product/product-front-matter.ts'

const text = z.string('必須是文字').trim().min(1, '不可空白')
const day = z.iso.date('必須是 YYYY-MM-DD 的日期')

/** The front matter of a page that is mostly text: about, policy, terms, deletion of Facebook data. */
export const infoPageSchema = z.strictObject({
  title: text,
  description: text,
  updated: day.optional(),
  cover: pictureSchema.optional(),
})
export type InfoPage = Readonly<z.infer<typeof infoPageSchema>>

/** The front matter of content/info/patent-statement.md. */
export const patentPageSchema = z.strictObject({
  title: text,
  description: text,
  patent: z.strictObject({ number: text, announced: day, licensee: text }),
})
export type PatentPage = Readonly<z.infer<typeof patentPageSchema>>

/** The front matter of content/info/faq.md; answers are markdown. */
export const faqPageSchema = z.strictObject({
  title: text,
  description: text,
  groups: z.array(
    z.strictObject({
      title: text,
      items: z.array(z.strictObject({ question: text, answer: text })).min(1, '至少一個問題'),
    }),
  ),
})
export type FaqPage = Readonly<z.infer<typeof faqPageSchema>>

/** The front matter of content/info/contact.md. */
export const contactPageSchema = z.strictObject({
  title: text,
  description: text,
  email: z.email('必須是電子信箱'),
  hours: text,
  hours_note: text,
  social: z
    .array(z.strictObject({ name: text, href: z.url('必須是完整網址') }))
    .optional()
    .default([]),
  topics: z.array(z.strictObject({ title: text, text })),
})
export type ContactPage = Readonly<z.infer<typeof contactPageSchema>>

/** The front matter of content/info/blog.md: the words above the list of articles. */
export const blogPageSchema = z.strictObject({ title: text, description: text, intro: text })
export type BlogPage = Readonly<z.infer<typeof blogPageSchema>>

/** A page of content/info with its body as safe HTML. */
export type Written<Page> = Page & { readonly html: string }
