import { ArticleCard } from '#components/blog/article-card.tsx'
import { ArticleSearch } from '#components/blog/article-search.tsx'
import { JsonLd } from '#components/site/json-ld.tsx'
import { PageHead } from '#components/site/page-head.tsx'
import { indexedMetadata } from '#components/site/page-metadata.ts'
import { searchText } from '#lib/blog/article-search.ts'
import { BLOG_CRUMBS } from '#lib/blog/article-crumbs.ts'
import { findArticles } from '#lib/blog/find-articles.ts'
import { findBlogPage } from '#lib/info/find-info.ts'
import { PATHS } from '#lib/site/paths.ts'
import { SHARE_PICTURE } from '#lib/site/share-picture.ts'
import { breadcrumbData } from '#lib/site/structured-data.ts'

export async function generateMetadata() {
  const [{ title, description }, [latest]] = await Promise.all([findBlogPage(), findArticles()])
  const image = latest ? { ...latest.cover, width: 1600, height: 1000 } : SHARE_PICTURE
  return indexedMetadata({ title, description, path: PATHS.blog, image })
}

export default async function BlogRoute() {
  const [blog, articles] = await Promise.all([findBlogPage(), findArticles()])
  const entries = articles.map((article, index) => ({
    slug: article.slug,
    text: searchText(article),
    card: <ArticleCard article={article} heading="h2" first={index === 0} />,
  }))
  return (
    <div className="page">
      <JsonLd data={breadcrumbData(BLOG_CRUMBS)} />
      <PageHead title={blog.title} text={blog.intro} />
      <ArticleSearch entries={entries} />
    </div>
  )
}
