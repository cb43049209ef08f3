import { z } from 'zod'

/** A text that says something. */
export const text = z.string('必須是文字').trim().min(1, '不可空白')

/** A calendar day, YYYY-MM-DD. */
export const day = z.iso.date('必須是 YYYY-MM-DD 的日期')

/** A path of this site. */
export const path = text.startsWith('/', '必須是以 / 開頭的站內路徑')

/** A picture in public/ and what is seen on it. */
export const pictureSchema = z.strictObject({
  src: text.startsWith('/images/', '必須以 /images/ 開頭'),
  alt: text,
})
export type Picture = z.infer<typeof pictureSchema>
