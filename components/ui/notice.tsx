import type { ReactNode, Ref } from 'react'

import styles from './notice.module.css'

/** A message that stays on the page: what happened and what to do next. `ref` lets a form move focus to it. */
export function Notice({
  kind = 'info',
  title,
  children,
  ref,
}: {
  kind?: 'info' | 'success' | 'error'
  title?: string
  children?: ReactNode
  ref?: Ref<HTMLDivElement>
}) {
  return (
    <div
      ref={ref}
      tabIndex={ref ? -1 : undefined}
      className={`${styles.notice} ${styles[kind] ?? ''}`}
      role={kind === 'error' ? 'alert' : 'status'}
    >
      {title === undefined ? null : <p className={styles.title}>{title}</p>}
      {children}
    </div>
  )
}
