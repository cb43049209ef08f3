'use client'

import { Icon } from '#components/ui/icon.tsx'
import { Link } from '#components/ui/link.tsx'
import { categoryPath, PATHS } from '#lib/routes/paths.ts'
import { AccountLink } from './account-link.tsx'
import { ActiveLink } from './active-link.tsx'
import { CartLink } from './cart-link.tsx'
import { HeaderLabel } from './header-label.tsx'
import { LanguageSwitch } from './language-switch.tsx'
import { Logo } from './logo.tsx'
import styles from './site-header.module.css'

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

type MenuCategory = { readonly slug: string; readonly label: string }

function ShopMenu({ categories }: { categories: readonly MenuCategory[] }) {
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
export function SiteHeader({ categories }: { categories: readonly MenuCategory[] }) {
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
