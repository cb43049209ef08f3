import type { ReactNode } from 'react'
import { Icon } from '#components/ui/icon.tsx'
import styles from './site-footer.module.css'
import { Link } from '#components/ui/link.tsx'
import { type Category, type InfoPage, inFooter } from '#lib/content/pages.ts'
import { categoryPath, infoPath, PATHS } from '#lib/routes/paths.ts'
import { BRAND, TAGLINE } from '#lib/company/company.ts'
import { CONTACT_EMAIL } from '#lib/company/purchase-terms.ts'
import { COMPANY, sellerFacts, SUPPORT_HOURS } from '#lib/company/trade.ts'
import { noBreak } from '#lib/text/no-break.ts'
import { ConsentSettingsButton } from '../consent/consent-host.tsx'

/** Footer links under a title. On a phone the title expands them without script. */
export function FooterGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <nav aria-label={title} className={styles.group}>
      <h2 className={styles.title}>{title}</h2>
      <details className={styles.opener}>
        <summary>
          {title}
          <Icon name="down" />
        </summary>
      </details>
      <ul className="plain-list">{children}</ul>
    </nav>
  )
}

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
    <footer className={styles.footer}>
      <div className={`page ${styles.columns}`}>
        <div className={styles.brand}>
          <p className={styles.name}>{BRAND}</p>
          <p>{noBreak(TAGLINE)}</p>
          <p className={styles.soft}>
            <a href={`mailto:${CONTACT_EMAIL}`}>{CONTACT_EMAIL}</a>
            <br />
            客服時間 {SUPPORT_HOURS}
          </p>
          {social.length > 0 ? (
            <ul className={`plain-list ${styles.social}`} aria-label="社群">
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
                <Link className={styles.link} href={path} prefetch={false}>
                  {label}
                </Link>
              </li>
            ))}
          </FooterGroup>
        ))}
      </div>
      <div className={`page ${styles.last}`}>
        <p>
          © {COMPANY}
          {sellerFacts().map(([name, value]) => `｜${name} ${value}`)}
        </p>
        <ConsentSettingsButton />
      </div>
    </footer>
  )
}
