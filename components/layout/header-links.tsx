'use client'

import { useCart } from '#components/cart/cart-provider.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { Link } from '#components/ui/link.tsx'
import { countPieces, lineKey } from '#lib/cart/cart.ts'
import { PATHS, isUnder } from '#lib/routes/paths.ts'
import styles from './header-links.module.css'
import { useSignedIn } from '#components/account/use-signed-in.ts'
import { usePathname, useSelectedLayoutSegment } from 'next/navigation'
import { type ComponentProps, type ReactNode, useSyncExternalStore } from 'react'
import {
  LABEL_LANGUAGE_KEY,
  type LabelLanguage,
  parseLabelLanguage,
} from '#lib/text/header-labels.ts'
import { browserStorage } from '#components/ui/browser.ts'
import languageSwitchStyles from './language-switch.module.css'

/** The cart with the number of its pieces; the badge wiggles when this page adds to it. */
export function CartLink({
  className,
  labelled = false,
}: {
  className: string | undefined
  labelled?: boolean
}) {
  const { lines, adds, gone } = useCart()
  const pieces = countPieces(lines.filter((line) => !gone.has(lineKey(line))))
  return (
    <ActiveLink className={className} href={PATHS.cart} prefetch={false}>
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
    </ActiveLink>
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

/** Puts what every page of the shop has around a page. The owner's tools have a frame of their own. */
export function PageFrame({
  above,
  below,
  children,
}: {
  above: ReactNode
  below: ReactNode
  children: ReactNode
}) {
  if (useSelectedLayoutSegment() === 'owner') return children
  return (
    <>
      {above}
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      {below}
    </>
  )
}

const storage = browserStorage(LABEL_LANGUAGE_KEY)
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const current = () => parseLabelLanguage(document.documentElement.dataset.labels ?? null)

function choose(language: LabelLanguage): void {
  document.documentElement.dataset.labels = language
  storage.write(language)
  listeners.forEach((listener) => listener())
}

/** 中文 or 日本語 for the labels of the header, remembered in the browser. */
export function LanguageSwitch() {
  const language = useSyncExternalStore(subscribe, current, () => 'zh-Hant' as const)
  return (
    <fieldset className={languageSwitchStyles.switch} aria-label="選單語言">
      <span aria-hidden="true">選單</span>
      <button type="button" aria-pressed={language === 'zh-Hant'} onClick={() => choose('zh-Hant')}>
        中文
      </button>
      <button type="button" lang="ja" aria-pressed={language === 'ja'} onClick={() => choose('ja')}>
        日本語
      </button>
      <span lang="ja" className={`label-ja ${languageSwitchStyles.note}`}>
        メニューの一部のみ日本語、本文は中文です。
      </span>
    </fieldset>
  )
}
