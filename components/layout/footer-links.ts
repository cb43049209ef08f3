import { type Category, type InfoPage, inFooter } from '#lib/content/pages.ts'
import { categoryPath, infoPath, PATHS } from '#lib/routes/paths.ts'

/** Links of the footer under one title. */
export type LinkGroup = {
  readonly title: string
  readonly links: readonly { readonly label: string; readonly path: string }[]
}

function linksTo(pages: readonly InfoPage[]): LinkGroup['links'] {
  return pages.map(({ title, slug }) => ({ label: title, path: infoPath(slug) }))
}

/** The groups of links of the footer; a group without links is left out. */
export function footerLinks(
  categories: readonly Category[],
  pages: readonly InfoPage[],
): readonly LinkGroup[] {
  const shop = categories.map(({ label, slug }) => ({ label, path: categoryPath(slug) }))
  const about = [
    ...linksTo(inFooter(pages, '關於')),
    { label: '誌', path: PATHS.blog },
    { label: '聯絡我們', path: PATHS.contact },
  ]
  const groups = [
    { title: '商品', links: [{ label: '全部商品', path: PATHS.shop }, ...shop] },
    { title: '關於', links: about },
    { title: '購物資訊', links: linksTo(inFooter(pages, '購物資訊')) },
  ]
  return groups.filter(({ links }) => links.length > 0)
}
