import type { Metadata } from 'next'

import { BRAND } from '#lib/company/company.ts'
import { type SharePicture, sharePicture } from '#lib/content/shown-picture.ts'

/** The picture of pages that have none of their own, when they are shared. */
export const SHARE_PICTURE = sharePicture({
  src: '/images/site/hero.jpg',
  alt: '掛在木衣架上的白色圓領 T 恤，窗格的光斜落在牆上與衣上，左胸繡著一線沙色的山稜，線停在半空',
})

type PageFacts = {
  readonly title: string
  readonly description: string
  readonly path: string
  readonly image: SharePicture
  readonly type?: 'website' | 'article'
  /** Whether the page has a markdown twin at its path with .md. */
  readonly hasTwin?: boolean
  readonly published?: string
  /** The day of the last change, if there was one. */
  readonly updated?: string | undefined
}

/** Metadata of an indexed page: canonical address, description, and a picture for sharing. */
export function indexedMetadata({
  title,
  description,
  path,
  image,
  type,
  published,
  updated,
  hasTwin = false,
}: PageFacts): Metadata {
  const { src: url, alt, width, height } = image
  const shared = { title, description, images: [{ url, alt, width, height }] }
  return {
    title: path === '/' ? { absolute: `${BRAND}｜${title}` } : title,
    description,
    alternates: {
      canonical: path,
      ...(hasTwin ? { types: { 'text/markdown': `${path}.md` } } : {}),
    },
    robots: { index: true, follow: true },
    openGraph: {
      ...shared,
      url: path,
      siteName: BRAND,
      locale: 'zh_TW',
      ...(type === 'article' && published
        ? { type, publishedTime: published, ...(updated ? { modifiedTime: updated } : {}) }
        : { type: 'website' as const }),
    },
    // Next takes the rest of the card from Open Graph.
    twitter: { card: 'summary_large_image' },
  }
}

/** The metadata of a page that search engines leave out. */
export function unlistedMetadata(title: string, description?: string): Metadata {
  return { title, description }
}
