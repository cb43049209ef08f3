import { Link } from '#components/ui/link.tsx'
import { offeredPages } from '#lib/routes/paging.ts'
import styles from './page-links.module.css'

/** Links to the other pages of a listing, or nothing when there is one page. */
export function PageLinks({
  label,
  page: current,
  pages,
  hrefOf,
  prefetch = true,
}: {
  label: string
  page: number
  pages: number
  hrefOf: (page: number) => string
  prefetch?: boolean
}) {
  if (pages === 1) return null
  const link = (page: number) => ({ href: hrefOf(page), prefetch })
  return (
    <nav className={styles.pages} aria-label={label}>
      {current > 1 ? (
        <Link {...link(current - 1)} rel="prev">
          上一頁
        </Link>
      ) : null}
      {offeredPages(current, pages).map((page, index) =>
        page === null ? (
          <span key={`gap-${index > 2 ? 'after' : 'before'}`} aria-hidden="true">
            …
          </span>
        ) : (
          <Link
            key={page}
            {...link(page)}
            className="figures"
            aria-label={`第 ${page} 頁`}
            aria-current={page === current ? 'page' : undefined}
          >
            {page}
          </Link>
        ),
      )}
      {current < pages ? (
        <Link {...link(current + 1)} rel="next">
          下一頁
        </Link>
      ) : null}
    </nav>
  )
}
