'use client'

import { useRouter } from 'next/navigation'
import { type ComponentProps, type MouseEvent, type ReactNode, useDeferredValue } from 'react'

import { needsOwnDocument } from '#lib/routes/paths.ts'

// A click that asks for another tab, another window or a download is the browser's own business.
function isPlain(click: MouseEvent<HTMLAnchorElement>): boolean {
  return !(click.metaKey || click.ctrlKey || click.shiftKey || click.altKey)
}

// Checks every 50 ms: marks a navigation as busy after 0.2 s and gives up after half a minute.
const PAUSE = 50
const PATIENCE = 4
const LONGEST = 600

// Sets the attribute directly: React state would cost a render before the navigation.
function markSlowNavigation(link: HTMLAnchorElement): void {
  const from = location.href
  let checks = 0
  const timer = setInterval(() => {
    checks += 1
    if (checks === PATIENCE && link.href !== from) link.ariaBusy = 'true'
    if (location.href === from && checks < LONGEST) return
    link.ariaBusy = null
    clearInterval(timer)
  }, PAUSE)
}

// True during a forward navigation, false on back, where the browser restores scroll.
let isFollowing = false

/** Call in the capture phase of popstate, before Next's own listener. */
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
 * A link with client navigation, except to the payment page. Prefetches on hover or focus unless
 * `prefetch={false}`.
 */
export function Link({
  href,
  prefetch = true,
  children,
  ...link
}: LinkProps & { href: string; prefetch?: boolean }) {
  const router = useRouter()
  const isMoved = !needsOwnDocument(href)
  const isAhead = prefetch && isMoved
  return (
    <a
      {...link}
      href={href}
      onPointerEnter={({ pointerType }) => {
        if (isAhead && pointerType !== 'touch') router.prefetch(href)
      }}
      onFocus={({ currentTarget }) => {
        if (isAhead && currentTarget.matches(':focus-visible')) router.prefetch(href)
      }}
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
