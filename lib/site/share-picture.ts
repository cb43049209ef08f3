import type { Picture } from '../content/fields.ts'

/** A picture as it is shown where a page is shared, in pixels. */
export type SharePicture = Picture & { readonly width: 1200; readonly height: 630 }

/** The crop of a picture for sharing, which lies under the same name in public/images/share. */
export function sharePicture({ src, alt }: Picture): SharePicture {
  const name = src.slice(src.lastIndexOf('/') + 1)
  return { src: `/images/share/${name}`, alt, width: 1200, height: 630 }
}

/** The picture of pages that have none of their own, when they are shared. */
export const SHARE_PICTURE = sharePicture({
  src: '/images/site/hero.jpg',
  alt: '三件白色 T 恤掛在細長的木桿上，窗格的影子斜斜落在暖色的牆面',
})
