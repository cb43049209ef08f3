import Link from 'next/link'

import type { Category } from '#lib/info/shop-page.ts'
import { categoryPath, PATHS } from '#lib/site/paths.ts'

import { Icon } from '../ui/icon.tsx'
import { AccountLink } from './account-link.tsx'
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

function CategoryLinks({ categories }: { categories: readonly Category[] }) {
  return (
    <ul className="plain-list">
      <li>
        <Link className={styles.menuLink} href={PATHS.shop}>
          全部商品
        </Link>
      </li>
      {categories.map(({ slug, label }) => (
        <li key={slug}>
          <Link className={styles.menuLink} href={categoryPath(slug)} prefetch={false}>
            {label}
          </Link>
        </li>
      ))}
    </ul>
  )
}

function PageLinks({ className }: { className: string | undefined }) {
  return PAGES.map(({ path, label }) => (
    <li key={path}>
      <Link className={className} href={path} prefetch={false}>
        <HeaderLabel name={label} />
      </Link>
    </li>
  ))
}

/** The header of every page; its menus are popovers, which open and close without script. */
export function SiteHeader({ categories }: { categories: readonly Category[] }) {
  return (
    <header className={styles.header}>
      <div className={styles.bar}>
        <button type="button" className={styles.menuButton} popoverTarget="site-menu">
          <Icon name="menu" />
          <span className="visually-hidden">
            <HeaderLabel name="toggleMenu" />
          </span>
        </button>
        <Logo />
        <nav className={styles.nav} aria-label="主選單">
          <ul className={`plain-list ${styles.pages}`}>
            <li>
              <button type="button" className={styles.shopButton} popoverTarget="shop-menu">
                <HeaderLabel name="products" />
                <Icon name="down" />
              </button>
              <div id="shop-menu" popover="auto" className={styles.dropdown}>
                <CategoryLinks categories={categories} />
              </div>
            </li>
            <PageLinks className={styles.pageLink} />
          </ul>
        </nav>
        <div className={styles.language}>
          <LanguageSwitch />
        </div>
        <div className={styles.icons}>
          <AccountLink className={styles.iconLink} />
          <CartLink className={styles.iconLink} />
        </div>
      </div>
      <nav id="site-menu" popover="auto" className={styles.menu} aria-label="選單">
        <p className={styles.menuTitle}>
          <HeaderLabel name="products" />
        </p>
        <CategoryLinks categories={categories} />
        <ul className={`plain-list ${styles.menuPages}`}>
          <PageLinks className={styles.menuLink} />
        </ul>
        <LanguageSwitch />
      </nav>
    </header>
  )
}
