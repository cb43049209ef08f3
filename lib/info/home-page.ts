import { z } from 'zod'

import { pictureSchema } from '../product/product-front-matter.ts'

const text = z.string('必須是文字').trim().min(1, '不可空白')
const path = text.startsWith('/', '必須是以 / 開頭的站內路徑')
const action = z.strictObject({ label: text, href: path })

/** The front matter of content/info/home.md: every word of the home page. */
export const homePageSchema = z.strictObject({
  title: text,
  description: text,
  hero: z.strictObject({ title: text, text, image: pictureSchema, action }),
  preorder: z.strictObject({ product: text, title: text, text, label: text }),
  featured: z.strictObject({
    title: text,
    action,
    coming_soon: z.strictObject({ title: text, text }),
  }),
  badges: z.array(z.strictObject({ title: text, text, href: path })).length(3, '必須是三項'),
  about: z.strictObject({ title: text, text, image: pictureSchema, action }),
  journal: z.strictObject({ title: text, action }),
  join: z.strictObject({ title: text, text, action }),
})
export type HomePage = Readonly<z.infer<typeof homePageSchema>>
