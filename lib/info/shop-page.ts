import { z } from 'zod'

const text = z.string('必須是文字').trim().min(1, '不可空白')

/** A category as the owner names it: what shoppers read, and its part of the address. */
export const categorySchema = z.strictObject({
  slug: z.string().regex(/^[a-z0-9-]+$/, '只能用小寫英文、數字與 -'),
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
