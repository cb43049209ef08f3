import type { BlogPosting, WithContext } from 'schema-dts'

import { articlePath } from '../site/paths.ts'
import { BRAND, LANGUAGE } from '../site/site.ts'
import { absoluteUrl } from '../site/site-url.ts'
import { ORGANIZATION_ID } from '../site/structured-data.ts'
import type { Article } from './article.ts'

/** An article as search engines read it; what is published at midnight of its day in Taipei. */
export function articleData(article: Article): WithContext<BlogPosting> {
  const published = `${article.date}T00:00:00+08:00`
  const url = absoluteUrl(articlePath(article.slug))
  return {
    '@context': 'https://schema.org',
    '@type': 'BlogPosting',
    headline: article.title,
    description: article.excerpt,
    image: [absoluteUrl(article.cover.src)],
    datePublished: published,
    dateModified: published,
    author: { '@type': 'Organization', name: article.author, url: absoluteUrl('/about') },
    publisher: { '@type': 'Organization', '@id': ORGANIZATION_ID, name: BRAND },
    mainEntityOfPage: { '@type': 'WebPage', '@id': url },
    url,
    keywords: [...article.tags],
    inLanguage: LANGUAGE,
  }
}
