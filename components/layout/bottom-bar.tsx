'use client'

import { createElement } from 'react'

import { Icon } from '#components/ui/icon.tsx'
import { PATHS } from '#lib/routes/paths.ts'
import { ActiveLink } from './active-link.tsx'
import bottomBarStyles from './bottom-bar.module.css'
import { CartLink } from './cart-link.tsx'

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
