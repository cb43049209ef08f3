'use client'

import { type ReactNode, useState } from 'react'

import styles from './owner.module.css'

/**
 * One folded tool for an order; `isLazy` renders its contents when opened. Stays open across
 * refreshes.
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
  const [isFirstOpen] = useState(isOpen)
  const [wasOpened, setOpened] = useState(isOpen)
  return (
    <details className={styles.panel} open={isFirstOpen} onToggle={() => setOpened(true)}>
      <summary>{title}</summary>
      {isLazy && !wasOpened ? null : children}
    </details>
  )
}
