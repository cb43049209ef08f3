import { homeHeadings, HomeView } from '#components/home/home-view.tsx'
import { JsonLd } from '#components/seo/json-ld.tsx'
import { indexedMetadata } from '#components/seo/page-metadata.tsx'
import { Headings } from '#components/ui/headings.tsx'
import { findArticles } from '#lib/blog/article.ts'
import { findContactPage, findHomePage } from '#lib/content/find-pages.ts'
import { sharePicture } from '#lib/content/shown-picture.ts'
import { newestHalves } from '#lib/half/shown-halves.ts'
import { findProduct, findProducts, latestProducts } from '#lib/product/find-products.ts'
import { PATHS } from '#lib/routes/paths.ts'
import { organizationData, webSiteData } from '#lib/seo/structured-data.ts'

// A pre-order ends by the clock; an hour later at most the page says so, and the browser sooner.
export const revalidate = 3600

export async function generateMetadata() {
  const { title, description, hero, preorder } = await findHomePage()
  const shirt = await findProduct(preorder.product)
  const image = sharePicture(shirt?.image ?? hero.image)
  return indexedMetadata({ title, description, path: PATHS.home, image })
}

export default async function HomeRoute() {
  const [home, products, articles, contact] = await Promise.all([
    findHomePage(),
    findProducts(),
    findArticles(),
    findContactPage(),
  ])
  const profiles = contact.social.map(({ href }) => href)
  const shown = {
    home,
    products: latestProducts(products),
    preorder: await findProduct(home.preorder.product),
    article: articles[0],
    halves: newestHalves(),
  }
  return (
    <Headings texts={homeHeadings(shown)}>
      <HomeView {...shown} />
      <JsonLd data={[organizationData(profiles), webSiteData()]} />
    </Headings>
  )
}
