'use client'

import { type ReactNode, useState } from 'react'

import styles from './owner.module.css'

/**
 * One action of an order, folded unless `isOpen`; `isLazy` renders its content once it is unfolded.
 * A panel unfolds when `isOpen` becomes true, and never folds by itself.
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
