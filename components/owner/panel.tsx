'use client'

import { type ReactNode, useState } from 'react'

import styles from './owner.module.css'

/**
 * One thing that can be done with an order, folded until it is wanted; `isLazy` draws what is in it
 * only then. What is unfolded stays so, whatever becomes of the order.
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
