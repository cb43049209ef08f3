'use client'

import { useRouter } from 'next/navigation'
import type { ComponentProps, MouseEvent } from 'react'

import { needsOwnDocument } from '#lib/site/paths.ts'

import { setFollowing } from './deferred.tsx'

// A click that asks for another tab, another window or a download is the browser's own business.
function isPlain(click: MouseEvent<HTMLAnchorElement>): boolean {
  return click.button === 0 && !click.metaKey && !click.ctrlKey && !click.shiftKey && !click.altKey
}

// In milliseconds. A move that takes longer than the first is told of; after the second it is no longer looked at.
const PATIENCE = 200
const LONGEST = 30_000
const PAUSE = 50

// By React's own means the page would be drawn once more before the move, which a slow phone feels.
function tellWhenSlow(link: HTMLAnchorElement): void {
  const from = location.href
  if (link.href === from) return
  let waited = 0
  const timer = setInterval(() => {
    waited += PAUSE
    const isOver = location.href !== from || waited > LONGEST
    if (isOver) clearInterval(timer)
    if (isOver) link.removeAttribute('aria-busy')
    else if (waited === PATIENCE) link.setAttribute('aria-busy', 'true')
  }, PAUSE)
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
  const isMoved = !needsOwnDocument(href)
  const approach = prefetch && isMoved ? () => router.prefetch(href) : undefined
  return (
    <a
      {...link}
      href={href}
      onPointerEnter={approach}
      onFocus={approach}
      onClick={(click) => {
        if (!isMoved || !isPlain(click)) return
        click.preventDefault()
        setFollowing(!href.includes('#'))
        tellWhenSlow(click.currentTarget)
        router.push(href)
      }}
    >
      {children}
    </a>
  )
}
