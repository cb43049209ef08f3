'use client'

import { usePathname } from 'next/navigation'
import { useEffect, useState, useSyncExternalStore } from 'react'

import { Icon } from '#components/ui/icon.tsx'
import { type Missed, missedOffline } from '#components/ui/offline.ts'

import styles from './page-moves.module.css'

function closePopovers(): void {
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

// Without network a link would end on the browser's own error page, and what was read or typed would be gone.
function stayOffline(click: MouseEvent): void {
  const link = click.target instanceof Element ? click.target.closest('a') : null
  if (navigator.onLine || link === null || link.origin !== location.origin) return
  if (link.hash !== '' && link.pathname === location.pathname) return
  click.preventDefault()
  click.stopPropagation()
  missedOffline.tell('page')
}

const backOnline = () => missedOffline.tell(undefined)

const OFFLINE: Readonly<Record<Missed, string>> = {
  page: '網路連線中斷，先為您留在這一頁。連上之後，請再點一次。',
  part: '網路連線中斷，這裡還沒有載入。連上之後，請重新整理這一頁。',
}

/** Keeps a shopper without network on the page, and says so until the network is back. */
function OfflineLine() {
  const { subscribe, current, currentOnServer } = missedOffline
  const missed = useSyncExternalStore(subscribe, current, currentOnServer)
  useEffect(() => {
    // The window hears of a click before React, which would follow the link.
    window.addEventListener('click', stayOffline, true)
    window.addEventListener('online', backOnline)
    return () => {
      window.removeEventListener('click', stayOffline, true)
      window.removeEventListener('online', backOnline)
    }
  }, [])
  return missed === undefined ? null : (
    <p className={styles.offline} role="alert">
      {OFFLINE[missed]}
    </p>
  )
}

/**
 * Closes menus on the way to another page and when focus leaves them. Without network it keeps the page.
 * Below the first window it offers a button back to the top.
 */
export function PageMoves() {
  const pathname = usePathname()
  const [far, setFar] = useState(false)
  useEffect(closePopovers, [pathname])
  // A toast stood above a button of the page that was left.
  useEffect(() => {
    document.documentElement.style.removeProperty('--toast-lift')
  }, [pathname])
  useEffect(() => {
    document.addEventListener('focusin', closeLeft)
    return () => document.removeEventListener('focusin', closeLeft)
  }, [])
  useEffect(() => {
    const look = () => setFar(window.scrollY > window.innerHeight)
    look()
    window.addEventListener('scroll', look, { passive: true })
    return () => window.removeEventListener('scroll', look)
  }, [])
  return (
    <>
      <OfflineLine />
      {far ? <TopButton /> : null}
    </>
  )
}

function TopButton() {
  return (
    <button
      type="button"
      className={styles.top}
      onClick={() => {
        const calm = matchMedia('(prefers-reduced-motion: reduce)').matches
        window.scrollTo({ top: 0, behavior: calm ? 'instant' : 'smooth' })
      }}
    >
      <Icon name="up" label="回到頁面頂端" />
    </button>
  )
}
