import type { ReactNode } from 'react'

import { ButtonLink } from '#components/ui/button.tsx'

import styles from './missing-state.module.css'

/** Empty or missing state: what happened, and one link. */
export function MissingState({
  title,
  text,
  path,
  back,
  children,
}: {
  title: string
  text?: string
  path: string
  back: string
  children?: ReactNode
}) {
  return (
    <div className={`page ${styles.missing}`}>
      <h1>{title}</h1>
      {text === undefined ? null : <p className={styles.text}>{text}</p>}
      <ButtonLink href={path}>{back}</ButtonLink>
      {children}
    </div>
  )
}
