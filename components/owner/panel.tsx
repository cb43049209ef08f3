'use client'

import { type ReactNode, useState } from 'react'

import styles from './owner.module.css'

/**
 * One folded action of an order; `isLazy` renders its content on unfolding. Unfolds when `isOpen`
 * becomes true.
 */
export function Panel({
  title,
  isOpen = false,
  isLazy = false,
  children,
}: {
  title: string
  isOpen?: boolean
  isLazy?: boolean
  children: ReactNode
}) {
  const [isWanted, setWanted] = useState(isOpen)
  const [wasOpened, setOpened] = useState(isOpen)
  if (isOpen && !isWanted) setWanted(true)
  return (
    <details className={styles.panel} open={isWanted} onToggle={() => setOpened(true)}>
      <summary>{title}</summary>
      {isLazy && !wasOpened ? null : children}
    </details>
  )
}
