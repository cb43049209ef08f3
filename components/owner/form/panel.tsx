'use client'

import { type ReactNode, useState } from 'react'

import styles from '#components/owner/owner.module.css'

/**
 * One folded action of an order; `isLazy` renders its content on unfolding. Unfolds when `isOpen`
 * becomes true.
 */
export function Panel({
  title,
  id,
  isOpen = false,
  isLazy = false,
  children,
}: {
  title: string
  /** The part of the page's address that leads to it. */
  id?: string
  isOpen?: boolean
  isLazy?: boolean
  children: ReactNode
}) {
  const [isWanted, setWanted] = useState(isOpen)
  const [wasOpened, setOpened] = useState(isOpen)
  if (isOpen && !isWanted) setWanted(true)
  return (
    <details id={id} className={styles.panel} open={isWanted} onToggle={() => setOpened(true)}>
      <summary>{title}</summary>
      {isLazy && !wasOpened ? null : children}
    </details>
  )
}
