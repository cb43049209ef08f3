import { notFound } from 'next/navigation'

import { ArticleCard } from '#components/blog/article-card.tsx'
import { ArticleSearch } from '#components/blog/article-search.tsx'
import { JsonLd } from '#components/seo/json-ld.tsx'
import { Headings } from '#components/ui/headings.tsx'
import { PageHead } from '#components/ui/page-head.tsx'
import { PageLinks } from '#components/ui/page-links.tsx'
import { searchText } from '#lib/blog/article-search.ts'
import { BLOG_BREADCRUMBS, findArticles } from '#lib/blog/article.ts'
import { findBlogPage } from '#lib/content/find-pages.ts'
import { pageOf, pagePath } from '#lib/routes/paging.ts'
import { PATHS } from '#lib/routes/paths.ts'
import { breadcrumbData } from '#lib/seo/structured-data.ts'
import { searchArticlesAction } from './actions.tsx'

/** A page of the journal: its newest articles first; where one page holds all, they are searched in the browser. */
export async function BlogListing({ page }: { page: number }) {
  const [blog, articles] = await Promise.all([findBlogPage(), findArticles()])
  const { items, pages } = pageOf(articles, page)
  // A page that its articles will fill when their day has come.
  if (page > pages) notFound()
  const entries = items.map((article, index) => ({
    slug: article.slug,
    text: searchText(article),
    card: <ArticleCard article={article} heading="h2" priority={index === 0} />,
  }))
  return (
    <Headings texts={[blog.title, ...items.map(({ title }) => title)]}>
      <div className="page">
        <JsonLd data={breadcrumbData(BLOG_BREADCRUMBS)} />
        <PageHead title={blog.title} text={blog.intro} />
        <ArticleSearch
          entries={entries}
          {...(pages > 1
            ? { elsewhere: { count: articles.length, search: searchArticlesAction } }
            : {})}
        >
          <PageLinks
            label="文章分頁"
            page={page}
            pages={pages}
            hrefOf={(other) => pagePath(PATHS.blog, other)}
          />
        </ArticleSearch>
      </div>
    </Headings>
  )
}
