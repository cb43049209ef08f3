import { BlogListing } from '#app/blog/blog-listing.tsx'
import { unlistedMetadata } from '#components/seo/page-metadata.tsx'
import { findPlannedArticles } from '#lib/blog/article.ts'
import { findBlogPage } from '#lib/content/find-pages.ts'
import { laterPages } from '#lib/routes/paging.ts'

type Props = { params: Promise<{ page: string }> }

// Same as the journal's first page.
export const revalidate = 3600
export const dynamicParams = false

export async function generateStaticParams() {
  return laterPages(await findPlannedArticles())
}

export async function generateMetadata({ params }: Props) {
  const [{ page }, { title }] = await Promise.all([params, findBlogPage()])
  return unlistedMetadata(`${title}，第 ${page} 頁`)
}

export default async function LaterBlogRoute({ params }: Props) {
  return <BlogListing page={Number((await params).page)} />
}
