'use client'

import { type ReactNode, useId, useState } from 'react'

import { Icon } from '#components/ui/icon.tsx'

import styles from './site-footer.module.css'

/** Links of the footer under a title. On a phone the title opens them; without script they stand open. */
export function FooterGroup({ title, children }: { title: string; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  return (
    <nav aria-label={title} className={styles.group} data-open={isOpen || undefined}>
      <h2 className={styles.title}>
        <span>{title}</span>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          {title}
          <Icon name="down" />
        </button>
      </h2>
      <ul id={id} className="plain-list">
        {children}
      </ul>
    </nav>
  )
}
