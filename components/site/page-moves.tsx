'use client'

import { usePathname } from 'next/navigation'
import { useEffect, useState } from 'react'

import { Icon } from '#components/ui/icon.tsx'

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

/**
 * Closes menus on the way to another page and when focus leaves them.
 * Below the first window it offers a button back to the top.
 */
export function PageMoves() {
  const pathname = usePathname()
  const [far, setFar] = useState(false)
  useEffect(closePopovers, [pathname])
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
  return far ? (
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
  ) : null
}
