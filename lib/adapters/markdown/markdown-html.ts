import 'server-only'

import { remark } from 'remark'
import remarkHtml from 'remark-html'

import { noBreak } from '../../text/no-break.ts'
import { pictureSet, pictureUrl } from '../../content/pictures.ts'

const processor = remark().use(remarkHtml)

const PICTURE = /<img src="(\/images\/[^"?]+)"/g
const PICTURES_ALONE = /<p>(?:<img [^>]*>\s*)+<\/p>/g

// Full column width, or half of it for pictures side by side.
const SIZES = '(min-width: 1376px) 837px, (min-width: 900px) 60vw, 94vw'
const HALF_SIZES = '(min-width: 1376px) 407px, (min-width: 900px) 30vw, 47vw'

// A server need not have public/ on its disk, so a picture's shape is that of its folder, to which npm run photos crops.
function sizedPicture(src: string, sizes: string): string {
  const height = src.startsWith('/images/products/') ? 2000 : 1000
  const set = pictureSet(src, [384, 640, 828, 1080, 1440, 1920]).replaceAll('&', '&amp;')
  const one = pictureUrl(src, 1080).replaceAll('&', '&amp;')
  return `<img width="1600" height="${height}" loading="lazy" decoding="async" sizes="${sizes}" srcset="${set}" src="${one}"`
}

const withSizes = (html: string, sizes: string) =>
  html.replaceAll(PICTURE, (_all, src: string) => sizedPicture(src, sizes))

// Two pictures in one paragraph stand side by side.
function withPictures(html: string): string {
  const paired = html.replaceAll(PICTURES_ALONE, (pictures) =>
    withSizes(pictures, pictures.split('<img ').length > 2 ? HALF_SIZES : SIZES),
  )
  return withSizes(paired, SIZES)
}

// Prevents line breaks within dates and names. Changes only text between tags.
const withWholeWords = (html: string) =>
  html.replaceAll(/(?<=>)[^<]+/g, (text) =>
    noBreak(text).replaceAll(/\d{4}年\d{1,2}月\d{1,2}日/g, '<span class="figures">$&</span>'),
  )

// No last line of one or two characters: the last four stay together. Firefox has no other means.
const withWholeEnds = (html: string) =>
  html.replaceAll(
    /(?<=[^>])\p{Script=Han}{4}\p{P}*(?=(?:<\/(?:a|em|strong)>)?\p{P}*<\/(?:p|li)>)/gu,
    '<span class="ending">$&</span>',
  )

/**
 * Converts markdown to safe HTML without scripts and styles. Pictures of public/ get sizes and
 * reserved space.
 */
export async function markdownHtml(body: string): Promise<string> {
  return withWholeEnds(withWholeWords(withPictures(String(await processor.process(body)).trim())))
}
