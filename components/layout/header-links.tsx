'use client'

import { useCart } from '#components/cart/cart-provider.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { Link } from '#components/ui/link.tsx'
import { countPieces } from '#lib/cart/cart.ts'
import { PATHS, isUnder } from '#lib/routes/paths.ts'

import styles from './header-links.module.css'
import { useSignedIn } from '#components/account/use-signed-in.ts'
import { usePathname } from 'next/navigation'
import type { ComponentProps } from 'react'

/** The cart with the number of its pieces; the badge wiggles when this page adds to it. */
export function CartLink({
  className,
  labelled = false,
}: {
  className: string | undefined
  labelled?: boolean
}) {
  const { lines, adds } = useCart()
  const pieces = countPieces(lines)
  return (
    <Link className={className} href={PATHS.cart} prefetch={false}>
      <span className={styles.icon}>
        <Icon name="cart" />
        {pieces === 0 ? null : (
          <span
            key={adds}
            className={adds === 0 ? styles.badge : styles.wiggling}
            aria-hidden="true"
          >
            {pieces}
          </span>
        )}
      </span>
      <span className={labelled ? undefined : 'visually-hidden'}>購物車</span>
      {pieces === 0 ? null : <span className="visually-hidden">{`，${pieces} 件`}</span>}
    </Link>
  )
}

/** The member's pages, or the way to sign in. */
export function AccountLink({ className }: { className: string | undefined }) {
  const signedIn = useSignedIn()
  const label = signedIn ? `會員中心${signedIn.name ? `，${signedIn.name}` : ''}` : '登入'
  return (
    <Link
      className={className}
      href={signedIn ? PATHS.account : PATHS.login}
      prefetch={false}
      aria-label={label}
    >
      <Icon name="account" />
    </Link>
  )
}

/** A menu link marked current on its page and the pages below it. */
export function ActiveLink(props: ComponentProps<typeof Link>) {
  const here = usePathname()
  const beneath = isUnder(props.href, here) ? 'true' : undefined
  return <Link {...props} aria-current={here === props.href ? 'page' : beneath} />
}
