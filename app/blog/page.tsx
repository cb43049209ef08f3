import { indexedMetadata, SHARE_PICTURE } from '#components/seo/page-metadata.tsx'
import { findArticles } from '#lib/blog/article.ts'
import { findBlogPage } from '#lib/content/find-pages.ts'
import { sharePicture } from '#lib/content/shown-picture.ts'
import { PATHS } from '#lib/routes/paths.ts'
import { BlogListing } from './blog-listing.tsx'

// An article comes by the clock.
export const revalidate = 3600

export async function generateMetadata() {
  const [{ title, description }, [latest]] = await Promise.all([findBlogPage(), findArticles()])
  const image = latest ? sharePicture(latest.cover) : SHARE_PICTURE
  return indexedMetadata({ title, description, path: PATHS.blog, image })
}

export default function BlogRoute() {
  return <BlogListing page={1} />
}
