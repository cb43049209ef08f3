'use client'

import { useRouter } from 'next/navigation'
import { type ComponentProps, type MouseEvent, useTransition } from 'react'

import { needsOwnDocument } from '#lib/site/paths.ts'

// A click that asks for another tab, another window or a download is the browser's own business.
function isPlain(click: MouseEvent<HTMLAnchorElement>): boolean {
  return click.button === 0 && !click.metaKey && !click.ctrlKey && !click.shiftKey && !click.altKey
}

// What the link itself listens to is not for its users: theirs would go unheard.
type LinkProps = Omit<ComponentProps<'a'>, 'href' | 'onClick' | 'onFocus' | 'onPointerEnter'>

/**
 * A link within the site that loads no new document, except for the payment page. Its page is
 * fetched when a pointer or the focus comes near; `prefetch={false}` turns that off. While the page
 * is on its way the link is busy.
 */
export function IntentLink({
  href,
  prefetch = true,
  children,
  ...link
}: LinkProps & { href: string; prefetch?: boolean }) {
  const router = useRouter()
  const [isMoving, startMove] = useTransition()
  const isMoved = !needsOwnDocument(href)
  const approach = prefetch && isMoved ? () => router.prefetch(href) : undefined
  return (
    <a
      {...link}
      href={href}
      aria-busy={isMoving || undefined}
      onPointerEnter={approach}
      onFocus={approach}
      onClick={(click) => {
        if (!isMoved || !isPlain(click)) return
        click.preventDefault()
        startMove(() => router.push(href))
      }}
    >
      {children}
    </a>
  )
}
