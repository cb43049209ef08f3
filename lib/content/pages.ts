import { z } from 'zod'

import { webAddress } from '#lib/text/text-schemas.ts'

/** A text that says something. */
export const text = z.string('必須是文字').trim().min(1, '不可空白')

/** A calendar day, YYYY-MM-DD. */
export const day = z.iso.date('必須是 YYYY-MM-DD 的日期')

/** A name that is part of an address of this site. */
export const addressName = z.string('必須是文字').regex(/^[a-z0-9-]+$/, '只能用小寫英文、數字與 -')

/** A path of this site. */
export const path = text.startsWith('/', '必須是以 / 開頭的站內路徑')

/** A photograph in public/ and its alt text. */
export const pictureSchema = z.strictObject({
  src: text.regex(/^\/images\/.*\.jpg$/, '必須以 /images/ 開頭、以 .jpg 結尾'),
  alt: text,
})
export type Picture = z.infer<typeof pictureSchema>

/** A photograph, or a drawing of the repository that is served as it is, and its alt text. */
export const drawingSchema = pictureSchema.extend({
  src: text.regex(/^\/images\/.*\.(?:jpg|svg)$/, '必須以 /images/ 開頭、以 .jpg 或 .svg 結尾'),
})

// The opening picture is cut twice: wide, and upright for phones.
const heroPictureSchema = pictureSchema.extend({ phone: pictureSchema.shape.src.optional() })

/** The columns of the footer in which a page of content/info may stand. */
export const FOOTER_COLUMNS = ['關於', '購物資訊'] as const
export type FooterColumn = (typeof FOOTER_COLUMNS)[number]

/** The front matter of an information page, content/info/{slug}.md. Answers are markdown. */
export const infoPageSchema = z.strictObject({
  title: text,
  description: text,
  updated: day.optional(),
  cover: pictureSchema.optional(),
  groups: z
    .array(
      z.strictObject({
        title: text,
        items: z.array(z.strictObject({ question: text, answer: text })).min(1, '至少一個問題'),
      }),
    )
    .min(1, '至少一組問題')
    .optional(),
  indexed: z.boolean('必須是 true 或 false').default(false),
  footer: z.enum(FOOTER_COLUMNS, `只能是 ${FOOTER_COLUMNS.join('、')}`).optional(),
  footer_order: z.int('必須是整數').optional(),
})

/** An information page: its front matter, its part of the address, its body and answers as safe HTML, and all as markdown. */
export type InfoPage = Readonly<z.infer<typeof infoPageSchema>> & {
  readonly slug: string
  readonly markdown: string
  readonly html: string
}

/** Questions and their answers as safe HTML, under one heading. */
export type QuestionGroup = NonNullable<InfoPage['groups']>[number]

/** The pages of a column of the footer, in the order that the owner gave them; those without a number come last. */
export function inFooter(pages: readonly InfoPage[], column: FooterColumn): readonly InfoPage[] {
  const place = ({ footer_order }: InfoPage) => footer_order ?? Number.MAX_SAFE_INTEGER
  return pages
    .filter(({ footer }) => footer === column)
    .toSorted((a, b) => place(a) - place(b) || a.slug.localeCompare(b.slug))
}

const action = z.strictObject({ label: text, href: path })

/** The front matter of content/info/home.md: every word of the home page. */
export const homePageSchema = z.strictObject({
  title: text,
  description: text,
  hero: z.strictObject({ title: text, text, image: heroPictureSchema, action }),
  preorder: z.strictObject({ product: text, title: text, label: text }),
  featured: z.strictObject({
    title: text,
    action,
    coming_soon: z.strictObject({ title: text, text }),
  }),
  badges: z.array(z.strictObject({ title: text, text, href: path })).length(3, '必須是三項'),
  about: z.strictObject({ title: text, text, action }),
  journal: z.strictObject({ title: text, action }),
  join: z.strictObject({ title: text, text, action }),
})
export type HomePage = Readonly<z.infer<typeof homePageSchema>>

/** A category as the owner names it: what shoppers read, and its part of the address. */
export const categorySchema = z.strictObject({
  slug: addressName,
  label: text,
  description: text,
})
export type Category = Readonly<z.infer<typeof categorySchema>>

/** The front matter of content/info/shop.md: the words of the shop page and the categories that a product may name. */
export const shopPageSchema = z.strictObject({
  title: text,
  description: text,
  intro: text,
  categories: z.array(categorySchema).min(1, '至少一個分類'),
})
export type ShopPage = Readonly<z.infer<typeof shopPageSchema>>

/** The front matter of content/info/contact.md. */
export const contactPageSchema = z.strictObject({
  title: text,
  description: text,
  social: z
    .array(z.strictObject({ name: text, href: webAddress }))
    .optional()
    .default([]),
  topics: z.array(z.strictObject({ title: text, text })),
})
export type ContactPage = Readonly<z.infer<typeof contactPageSchema>>

/** The front matter of content/info/blog.md: the words above the list of articles. */
export const blogPageSchema = z.strictObject({ title: text, description: text, intro: text })
export type BlogPage = Readonly<z.infer<typeof blogPageSchema>>

/** The front matter of content/info/garment.md: what every garment page says. Its body is about mending. */
export const garmentPageSchema = z.strictObject({
  greeting: text,
  story: text,
  camera: z.strictObject({
    title: text,
    text,
    label: text,
    // Said in their place where a style has no drawing.
    plain: z.strictObject({ title: text, text }),
  }),
  sound: z.strictObject({ title: text, text }).optional(),
  care: z.strictObject({ title: text, more: action }),
  article: z.strictObject({ title: text }),
  again: z.strictObject({ title: text, text, gone: text, label: text }),
})
export type GarmentPage = Readonly<z.infer<typeof garmentPageSchema>>

/** The front matter of content/info/join.md. */
export const joinPageSchema = z.strictObject({ title: text, description: text })
export type JoinPage = Readonly<z.infer<typeof joinPageSchema>>

/** A page of content/info with its body as markdown and as safe HTML. */
export type RenderedPage<Page> = Page & { readonly markdown: string; readonly html: string }
