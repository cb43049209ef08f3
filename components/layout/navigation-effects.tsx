'use client'

// Bundled with this file, so that small files are not requested on every page.
import '#components/failure/error-state.tsx'
import '#components/failure/missing-here.tsx'
import '#components/failure/sign-in-here.tsx'
import './link-code.tsx'

import { usePathname, useRouter } from 'next/navigation'
import { useEffect, useState } from 'react'

import { lazyPart } from '#components/ui/lazy-part.tsx'
import { markHistoryNavigation } from '#components/ui/link.tsx'
import { announceMissed, MISSED, missedSentence } from '#components/ui/missed.ts'
import word from '#components/ui/word-below.module.css'
import { OFFERS_OFFLINE_PAGE } from '#lib/routes/paths.ts'

// Skips the first page: a menu opened before hydration stays open.
const leavePageLater = () => () => {
  for (const open of document.querySelectorAll<HTMLElement>('[popover]:popover-open')) {
    open.hidePopover()
  }
}

// A menu that the focus has left is in the way of what has it now.
function closeLeft({ target }: FocusEvent): void {
  for (const open of document.querySelectorAll<HTMLElement>('[popover]:popover-open')) {
    const isOpener = target instanceof Element && target.closest('[popovertarget]') !== null
    if (target instanceof Node && !open.contains(target) && !isOpener) open.hidePopover()
  }
}

// Offline, keeps the page instead of showing the browser's error page.
function stayOffline(click: MouseEvent): void {
  const link = click.target instanceof Element ? click.target.closest('a') : null
  if (navigator.onLine || link?.origin !== location.origin) return
  if (link.hash !== '' && link.pathname === location.pathname) return
  click.preventDefault()
  click.stopPropagation()
  announceMissed('network')
}

// It comes with what is fetched after the load; offline before that, a page goes without it.
const loadDeferred = () => import('./deferred.ts')
const TopButton = lazyPart(() =>
  loadDeferred().then((deferred) => ({ default: deferred.TopButton })),
)

declare global {
  interface Navigator {
    readonly connection?: { readonly saveData: boolean }
  }
}

// In milliseconds: after all that the page itself needs.
const KINDS_AFTER = 1000
const OFFLINE_PAGE_AFTER = 4000

// How long a sentence about what did not come stays, in milliseconds.
const SENTENCE_STAYS = 10_000

// A first tap would wait for a page, then as long again for the styles and code of its kind.
function usePrefetchOfKinds(): void {
  const pathname = usePathname()
  const router = useRouter()
  useEffect(() => {
    if (navigator.connection?.saveData === true) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const wait = () => {
      timer = setTimeout(() => {
        loadDeferred().then(
          ({ prefetchKinds }) => location.pathname === pathname && prefetchKinds(router, pathname),
          () => {},
        )
      }, KINDS_AFTER)
    }
    if (document.readyState === 'complete') wait()
    else addEventListener('load', wait, { once: true })
    return () => {
      removeEventListener('load', wait)
      clearTimeout(timer)
    }
  }, [pathname, router])
}

// Has the browser keep a page for the time when the shop can't be reached. A browser that keeps nothing goes without.
function useOfflinePage(): void {
  useEffect(() => {
    if (process.env.NODE_ENV !== 'production' || !('serviceWorker' in navigator)) return undefined
    // Who saves data keeps no page ahead.
    if (OFFERS_OFFLINE_PAGE && navigator.connection?.saveData === true) return undefined
    const timer = setTimeout(() => {
      loadDeferred().then(
        ({ settleOfflinePage }) => settleOfflinePage(navigator),
        () => {},
      )
    }, OFFLINE_PAGE_AFTER)
    return () => clearTimeout(timer)
  }, [])
}

/**
 * Closes menus on navigation and blur, keeps the page offline, fetches a page of each kind ahead a
 * second after the load, and has a page ready for a reload offline. Adds a back-to-top button.
 */
export function NavigationEffects() {
  const pathname = usePathname()
  usePrefetchOfKinds()
  useOfflinePage()
  const [far, setFar] = useState(false)
  const [missed, setMissed] = useState<{ readonly text: string | undefined; readonly at: string }>()
  useEffect(leavePageLater, [pathname])
  useEffect(() => {
    // Without a network it stays until there is one.
    if (missed?.text === undefined || !navigator.onLine) return undefined
    const timer = setTimeout(() => setMissed(undefined), SENTENCE_STAYS)
    return () => clearTimeout(timer)
  }, [missed])
  useEffect(() => {
    const end = new AbortController()
    const { signal } = end
    const look = () => setFar(window.scrollY > window.innerHeight)
    // An event without a sentence, as that of the network that is back, takes it away.
    const tell = (event: Event) => setMissed({ text: missedSentence(event), at: location.pathname })
    look()
    window.addEventListener('scroll', look, { signal, passive: true })
    window.addEventListener('resize', look, { signal })
    window.addEventListener('focusin', closeLeft, { signal })
    // A capture listener runs before React, which would follow the link.
    window.addEventListener('click', stayOffline, { signal, capture: true })
    window.addEventListener('popstate', markHistoryNavigation, { signal, capture: true })
    window.addEventListener(MISSED, tell, { signal })
    window.addEventListener('online', tell, { signal })
    return () => end.abort()
  }, [])
  return (
    <>
      {missed?.text !== undefined && missed.at === pathname ? (
        <p className={word.word} role="alert">
          {missed.text}
        </p>
      ) : null}
      {far ? <TopButton /> : null}
    </>
  )
}
