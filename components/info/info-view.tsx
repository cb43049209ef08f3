import { PageHead } from '#components/ui/page-head.tsx'
import { Picture } from '#components/ui/picture.tsx'
import type { InfoPage } from '#lib/content/pages.ts'
import { withSections } from '#lib/content/sections.ts'
import { formatDay } from '#lib/time/taipei-time.ts'
import styles from './info-view.module.css'
import { TableOfContents } from './table-of-contents.tsx'

/** An information page. */
export function InfoView({ page }: { page: InfoPage }) {
  const { html, sections } = withSections(page.html)
  return (
    <article className={`page ${styles.article}`}>
      <PageHead title={page.title} text={page.description} />
      {page.cover ? (
        <Picture
          {...page.cover}
          width={2000}
          height={1250}
          sizes="(min-width: 1376px) 1280px, 94vw"
          priority
          className={styles.cover}
        />
      ) : null}
      <div className={styles.reading}>
        <TableOfContents sections={sections} />
        <div className={styles.body}>
          <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />
          {page.updated === undefined ? null : (
            <p className={styles.updated}>最後更新：{formatDay(page.updated)}</p>
          )}
        </div>
      </div>
    </article>
  )
}
