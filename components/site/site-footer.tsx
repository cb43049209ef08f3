import { IntentLink } from '#components/ui/intent-link.tsx'
import type { Category } from '#lib/info/shop-page.ts'
import { categoryPath, PATHS } from '#lib/site/paths.ts'
import { BRAND, COMPANY, CONTACT_EMAIL, SUPPORT_HOURS, TAGLINE } from '#lib/site/site.ts'

import { ConsentSettingsButton } from '../consent/consent-settings-button.tsx'
import styles from './site-footer.module.css'

type LinkGroup = {
  readonly title: string
  readonly links: readonly { readonly label: string; readonly path: string }[]
}

const FIXED: readonly LinkGroup[] = [
  {
    title: '關於',
    links: [
      { label: '關於我們', path: PATHS.about },
      { label: '誌', path: PATHS.blog },
      { label: '聯絡我們', path: PATHS.contact },
    ],
  },
  {
    title: '購物資訊',
    links: [
      { label: '常見問題', path: PATHS.faq },
      { label: '隱私權與退換貨政策', path: PATHS.policy },
      { label: '使用條款', path: PATHS.terms },
      { label: '專利聲明', path: PATHS.patent },
    ],
  },
]

/** A profile of the label elsewhere. */
export type SocialLink = { readonly name: string; readonly href: string }

/** The footer of every page; its links are not fetched ahead. */
export function SiteFooter({
  categories,
  social,
}: {
  categories: readonly Category[]
  social: readonly SocialLink[]
}) {
  const shop = categories.map(({ label, slug }) => ({ label, path: categoryPath(slug) }))
  const groups = [
    { title: '商品', links: [{ label: '全部商品', path: PATHS.shop }, ...shop] },
    ...FIXED,
  ]
  return (
    <footer className={styles.footer}>
      <div className={`page ${styles.columns}`}>
        <div className={styles.brand}>
          <p className={styles.name}>{BRAND}</p>
          <p>{TAGLINE}</p>
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
        {groups.map(({ title, links }) => (
          <nav key={title} aria-label={title}>
            <h2 className={styles.title}>{title}</h2>
            <ul className="plain-list">
              {links.map(({ label, path }) => (
                <li key={path}>
                  <IntentLink className={styles.link} href={path} prefetch={false}>
                    {label}
                  </IntentLink>
                </li>
              ))}
            </ul>
          </nav>
        ))}
      </div>
      <div className={`page ${styles.last}`}>
        <p>© {COMPANY}</p>
        <ConsentSettingsButton />
      </div>
    </footer>
  )
}
