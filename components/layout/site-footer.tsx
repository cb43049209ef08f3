import { ConsentSettingsButton } from '#components/consent/consent-settings-button.tsx'
import { Link } from '#components/ui/link.tsx'
import { Wordmark } from '#components/ui/wordmark.tsx'
import { BRAND, TAGLINE } from '#lib/company/company.ts'
import { CONTACT_EMAIL } from '#lib/company/purchase-terms.ts'
import { COMPANY, sellerFacts, SUPPORT_HOURS } from '#lib/company/trade.ts'
import { type Category, inFooter, type InfoPage } from '#lib/content/pages.ts'
import { categoryPath, infoPath, PATHS } from '#lib/routes/paths.ts'
import { noBreak } from '#lib/text/no-break.ts'
import { FooterGroup } from './footer-group.tsx'
import siteFooterStyles from './site-footer.module.css'

type LinkGroup = {
  readonly title: string
  readonly links: readonly { readonly label: string; readonly path: string }[]
}

function linksTo(pages: readonly InfoPage[]): LinkGroup['links'] {
  return pages.map(({ title, slug }) => ({ label: title, path: infoPath(slug) }))
}

function linkGroups(categories: readonly Category[], pages: readonly InfoPage[]): LinkGroup[] {
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

/** A profile of the label elsewhere. */
export type SocialLink = { readonly name: string; readonly href: string }

/** The footer of every page; its links are not fetched ahead. */
export function SiteFooter({
  categories,
  pages,
  social,
}: {
  categories: readonly Category[]
  pages: readonly InfoPage[]
  social: readonly SocialLink[]
}) {
  return (
    <footer className={siteFooterStyles.footer}>
      <div className={`page ${siteFooterStyles.columns}`}>
        <div className={siteFooterStyles.brand}>
          <p>
            <Wordmark className={siteFooterStyles.wordmark} />
            <span className="visually-hidden">{BRAND}</span>
          </p>
          <p>{noBreak(TAGLINE)}</p>
          <p className={siteFooterStyles.soft}>
            <a href={`mailto:${CONTACT_EMAIL}`}>{CONTACT_EMAIL}</a>
            <br />
            客服時間 {SUPPORT_HOURS}
          </p>
          {social.length > 0 ? (
            <ul className={`plain-list ${siteFooterStyles.social}`} aria-label="社群">
              {social.map(({ name, href }) => (
                <li key={href}>
                  <a href={href} rel="me noopener">
                    {name}
                  </a>
                </li>
              ))}
            </ul>
          ) : null}
        </div>
        {linkGroups(categories, pages).map(({ title, links }) => (
          <FooterGroup key={title} title={title}>
            {links.map(({ label, path }) => (
              <li key={path}>
                <Link className={siteFooterStyles.link} href={path} prefetch={false}>
                  {label}
                </Link>
              </li>
            ))}
          </FooterGroup>
        ))}
      </div>
      <div className={`page ${siteFooterStyles.last}`}>
        <p>
          © {COMPANY}
          {sellerFacts().map(([name, value]) => `｜${name} ${value}`)}
        </p>
        <ConsentSettingsButton />
      </div>
    </footer>
  )
}
