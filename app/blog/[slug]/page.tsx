import { notFound } from 'next/navigation'

import { ArticleView } from '#components/blog/article-view.tsx'
import { JsonLd } from '#components/seo/json-ld.tsx'
import { indexedMetadata } from '#components/seo/page-metadata.tsx'
import { Breadcrumbs } from '#components/ui/breadcrumbs.tsx'
import { Headings } from '#components/ui/headings.tsx'
import {
  articleBreadcrumbs,
  articleData,
  findArticle,
  findArticles,
  findPlannedArticles,
  neighbours,
  shirtOf,
} from '#lib/blog/article.ts'
import { sharePicture } from '#lib/content/shown-picture.ts'
import { findProducts } from '#lib/product/find-products.ts'
import { articlePath } from '#lib/routes/paths.ts'
import { breadcrumbData } from '#lib/seo/structured-data.ts'
import { headingsIn } from '#lib/type/heading-face.ts'

type Props = { params: Promise<{ slug: string }> }

// An article comes by the clock; an hour later at most its page is there.
export const revalidate = 3600
export const dynamicParams = false

export async function generateStaticParams() {
  const articles = await findPlannedArticles()
  return articles.map(({ slug }) => ({ slug }))
}

export async function generateMetadata({ params }: Props) {
  const article = await findArticle((await params).slug)
  if (!article) return {}
  return indexedMetadata({
    title: article.title,
    description: article.excerpt,
    path: articlePath(article.slug),
    image: sharePicture(article.cover),
    type: 'article',
    hasTwin: true,
    published: article.date,
    updated: article.updated,
  })
}

export default async function ArticlePage({ params }: Props) {
  const { slug } = await params
  const article = await findArticle(slug)
  if (!article) notFound()
  const breadcrumbs = articleBreadcrumbs(article)
  const shirt = shirtOf(article, await findProducts())
  return (
    <Headings texts={[article.title, shirt?.title ?? '', ...headingsIn(article.html)]}>
      <div className="page">
        <Breadcrumbs breadcrumbs={breadcrumbs} />
        <ArticleView article={article} shirt={shirt} {...neighbours(await findArticles(), slug)} />
        <JsonLd data={[articleData(article), breadcrumbData(breadcrumbs)]} />
      </div>
    </Headings>
  )
}
