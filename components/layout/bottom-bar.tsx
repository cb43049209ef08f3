'use client'

import { usePathname } from 'next/navigation'

import { Icon } from '#components/ui/icon.tsx'
import { Link } from '#components/ui/link.tsx'
import { isUnder, PATHS } from '#lib/routes/paths.ts'

import styles from './bottom-bar.module.css'
import { CartLink } from './header-links.tsx'

const TABS = [
  { path: PATHS.home, label: '首頁', icon: 'home' },
  { path: PATHS.shop, label: '商品', icon: 'shirt' },
  { path: PATHS.cart, label: '購物車', icon: 'cart' },
  { path: PATHS.orders, label: '我的訂單', icon: 'order' },
] as const

function currentOf(path: string, here: string): 'page' | 'true' | undefined {
  if (here === path) return 'page'
  return isUnder(path, here) ? 'true' : undefined
}

/** The bar at a thumb's reach on a phone: home, shop, cart, my orders. */
export function BottomBar() {
  const pathname = usePathname()
  return (
    <nav className={styles.bar} aria-label="快速選單">
      <ul className={`plain-list ${styles.tabs}`}>
        {TABS.map(({ path, label, icon }) => (
          <li key={path} data-current={isUnder(path, pathname) || undefined}>
            {icon === 'cart' ? (
              <CartLink className={styles.tab} labelled />
            ) : (
              <Link
                className={styles.tab}
                href={path}
                prefetch={false}
                aria-current={currentOf(path, pathname)}
              >
                <Icon name={icon} />
                {label}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </nav>
  )
}
