import type { ReactNode } from 'react'
import styles from './page-head.module.css'
import { Link } from '#components/ui/link.tsx'
import type { Breadcrumb } from '#lib/seo/structured-data.ts'
import { noBreak } from '#lib/text/no-break.ts'

/** The head of a page: its title and one sentence. */
export function PageHead({ title, text }: { title: string; text?: ReactNode }) {
  return (
    <header className={styles.head}>
      <h1>{title}</h1>
      {text === undefined ? null : <p className={styles.text}>{text}</p>}
    </header>
  )
}

/** Breadcrumbs from the home page to this page. */
export function Breadcrumbs({ breadcrumbs }: { breadcrumbs: readonly Breadcrumb[] }) {
  return (
    <nav aria-label="所在位置">
      <ol className="plain-list breadcrumbs">
        {breadcrumbs.map(({ label, path }, index) => (
          <li key={path}>
            {index === breadcrumbs.length - 1 ? (
              <span aria-current="page">{noBreak(label)}</span>
            ) : (
              <Link href={path}>{label}</Link>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
