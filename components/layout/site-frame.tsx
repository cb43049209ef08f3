import { HEADER_LABELS, LANGUAGE_SCRIPT } from '#lib/text/header-labels.ts'
import { Link } from '#components/ui/link.tsx'
import { type Category, type InfoPage, inFooter } from '#lib/content/pages.ts'
import { categoryPath, PATHS, infoPath } from '#lib/routes/paths.ts'
import { Icon } from '#components/ui/icon.tsx'
import { Wordmark } from '#components/ui/wordmark.tsx'
import { CartLink, AccountLink, ActiveLink, LanguageSwitch } from './header-links.tsx'
import styles from './site-header.module.css'
import { createElement, type ReactNode } from 'react'
import bottomBarStyles from './bottom-bar.module.css'
import siteFooterStyles from './site-footer.module.css'
import { BRAND, TAGLINE } from '#lib/company/company.ts'
import { CONTACT_EMAIL } from '#lib/company/purchase-terms.ts'
import { COMPANY, sellerFacts, SUPPORT_HOURS } from '#lib/company/trade.ts'
import { noBreak } from '#lib/text/no-break.ts'
import { ConsentSettingsButton } from '#components/consent/consent-host.tsx'
import { CONSENT_SCRIPT } from '#lib/consent/consent.ts'

/** A label of the header in both languages; the stylesheet shows the one that the page is set to, so the words need no script. */
export function HeaderLabel({ name }: { name: keyof typeof HEADER_LABELS }) {
  const label = HEADER_LABELS[name]
  return (
    <>
      <span lang="zh-Hant" className="label-zh">
        {label['zh-Hant']}
      </span>
      <span lang="ja" className="label-ja">
        {label.ja}
      </span>
    </>
  )
}

/**
 * Sets the header's stored language before first paint. Comes last, since a script waits for the
 * styles.
 */
export function LanguageScript() {
  return <script dangerouslySetInnerHTML={{ __html: LANGUAGE_SCRIPT }} />
}

/** The label's name, linking home. */
export function Logo() {
  return (
    <Link className={styles.logo} href={PATHS.home} aria-label="OURTEE 共衣 首頁">
      <Wordmark className={styles.wordmark} />
    </Link>
  )
}

/** The pages of the header, in its order. */
const PAGES = [
  { path: PATHS.blog, label: 'events' },
  { path: PATHS.about, label: 'about' },
  { path: PATHS.contact, label: 'contact' },
] as const

/** Help links in the phone's menu; on a desktop they are in the footer. */
const HELP = [
  { path: PATHS.account, label: '會員中心' },
  { path: PATHS.policy, label: '退換貨' },
] as const

function ShopMenu({ categories }: { categories: readonly Category[] }) {
  return (
    <>
      <button type="button" className={styles.shopButton} popoverTarget="shop-menu">
        <HeaderLabel name="products" />
        <Icon name="down" />
      </button>
      <ul id="shop-menu" popover="auto" className={`plain-list ${styles.dropdown}`}>
        <li>
          <ActiveLink className={styles.link} href={PATHS.shop}>
            全部商品
          </ActiveLink>
        </li>
        {categories.map(({ slug, label }) => (
          <li key={slug}>
            <ActiveLink className={styles.link} href={categoryPath(slug)}>
              {label}
            </ActiveLink>
          </li>
        ))}
      </ul>
    </>
  )
}

/**
 * The site header. Menus are popovers that work without script; a wide window shows them inline.
 */
export function SiteHeader({ categories }: { categories: readonly Category[] }) {
  return (
    <header className={styles.header}>
      <div className={styles.bar}>
        <button type="button" className={styles.menuButton} popoverTarget="site-menu">
          <span className={styles.closed}>
            <Icon name="menu" />
          </span>
          <span className={styles.opened}>
            <Icon name="close" />
          </span>
          <span className="visually-hidden">
            <HeaderLabel name="toggleMenu" />
          </span>
        </button>
        <Logo />
        <nav id="site-menu" popover="auto" className={styles.menu} aria-label="主選單">
          <ul className={`plain-list ${styles.pages}`}>
            <li className={styles.shop}>
              <ShopMenu categories={categories} />
            </li>
            {PAGES.map(({ path, label }) => (
              <li key={path}>
                <ActiveLink className={styles.link} href={path}>
                  <HeaderLabel name={label} />
                </ActiveLink>
              </li>
            ))}
          </ul>
          <ul className={`plain-list ${styles.help}`}>
            {HELP.map(({ path, label }) => (
              <li key={path}>
                <Link className={styles.link} href={path} prefetch={false}>
                  {label}
                </Link>
              </li>
            ))}
          </ul>
          <LanguageSwitch />
        </nav>
        <div className={styles.icons}>
          <AccountLink className={styles.iconLink} />
          <CartLink className={styles.iconLink} />
        </div>
      </div>
    </header>
  )
}

const TABS = [
  { path: PATHS.home, label: '首頁', icon: 'home' },
  { path: PATHS.shop, label: '商品', icon: 'shirt' },
  { path: PATHS.cart, label: '購物車', icon: 'cart' },
  { path: PATHS.orders, label: '我的訂單', icon: 'order' },
] as const

function tabOf({ path, label, icon }: (typeof TABS)[number]) {
  return (
    <li>
      {icon === 'cart' ? (
        <CartLink className={bottomBarStyles.tab} labelled />
      ) : (
        <ActiveLink className={bottomBarStyles.tab} href={path} prefetch={false}>
          <Icon name={icon} />
          {label}
        </ActiveLink>
      )}
    </li>
  )
}

/** The bar at a thumb's reach on a phone: home, shop, cart, my orders. */
export function BottomBar() {
  return (
    <nav className={bottomBarStyles.bar} aria-label="快速選單">
      {createElement('ul', { className: `plain-list ${bottomBarStyles.tabs}` }, ...TABS.map(tabOf))}
    </nav>
  )
}

/** Footer links under a title. On a phone the title expands them without script. */
export function FooterGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <nav aria-label={title} className={siteFooterStyles.group}>
      <h2 className={siteFooterStyles.title}>{title}</h2>
      <details className={siteFooterStyles.opener}>
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

/** Says before the first paint whether this browser has chosen about cookies, so that the question stands there at once or not at all. */
export function ConsentScript() {
  return <script dangerouslySetInnerHTML={{ __html: CONSENT_SCRIPT }} />
}
