'use client'

import { useRouter } from 'next/navigation'
import { type ComponentProps, type MouseEvent, type ReactNode, useDeferredValue } from 'react'

import { needsOwnDocument } from '#lib/site/paths.ts'

// A click that asks for another tab, another window or a download is the browser's own business.
function isPlain(click: MouseEvent<HTMLAnchorElement>): boolean {
  return !(click.metaKey || click.ctrlKey || click.shiftKey || click.altKey)
}

// A move that takes 0.2 s is told of; after half a minute it is no longer looked at.
const PAUSE = 50
const PATIENCE = 4
const LONGEST = 600

// By React's own means the page would be drawn once more before the move, which a slow phone feels.
function markSlowNavigation(link: HTMLAnchorElement): void {
  const from = location.href
  let looks = 0
  const timer = setInterval(() => {
    looks += 1
    if (looks === PATIENCE && link.href !== from) link.ariaBusy = 'true'
    if (location.href === from && looks < LONGEST) return
    link.ariaBusy = null
    clearInterval(timer)
  }, PAUSE)
}

// Whether a link leads to the page that comes next, and to its beginning. Back, the browser looks for the place that was left.
let isFollowing = false

/** To be heard before Next hears of it and draws. */
export function markHistoryNavigation(): void {
  isFollowing = false
}

/** Renders its children after the first paint of a navigation, and at once in a loaded page. */
export function DeferBelowFold({ children }: { children: ReactNode }) {
  const isDrawn = useDeferredValue(true, !isFollowing)
  return isDrawn ? children : <div className="whole-window" />
}

// The link sets these handlers itself.
type LinkProps = Omit<ComponentProps<'a'>, 'href' | 'onClick' | 'onFocus' | 'onPointerEnter'>

/**
 * A link within the site that loads no new document, except for the payment page. Its page is
 * fetched when a pointer or the focus comes near; `prefetch={false}` turns that off. While the page
 * is on its way the link is busy.
 */
export function Link({
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
        isFollowing = !href.includes('#')
        markSlowNavigation(click.currentTarget)
        router.push(href)
      }}
    >
      {children}
    </a>
  )
}
