import { IntentLink } from '#components/ui/intent-link.tsx'
import { pagePath } from '#lib/site/paging.ts'

import styles from './page-links.module.css'

/** The way through a listing of several pages; nothing when there is one. */
export function PageLinks({ path, page, pages }: { path: string; page: number; pages: number }) {
  if (pages === 1) return null
  return (
    <nav className={styles.pages} aria-label="分頁">
      {page > 1 ? (
        <IntentLink href={pagePath(path, page - 1)} rel="prev">
          上一頁
        </IntentLink>
      ) : null}
      <span className="figures">
        第 {page} 頁，共 {pages} 頁
      </span>
      {page < pages ? (
        <IntentLink href={pagePath(path, page + 1)} rel="next">
          下一頁
        </IntentLink>
      ) : null}
    </nav>
  )
}
