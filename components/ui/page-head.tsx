import type { ReactNode } from 'react'

import styles from './page-head.module.css'

/** The head of a page: its title and one sentence. */
export function PageHead({ title, text }: { title: string; text?: ReactNode }) {
  return (
    <header className={styles.head}>
      <h1>{title}</h1>
      {text === undefined ? null : <p className={styles.text}>{text}</p>}
    </header>
  )
}
