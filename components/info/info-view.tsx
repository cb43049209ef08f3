import { PageHead } from '#components/site/page-head.tsx'
import { Picture } from '#components/ui/picture.tsx'
import type { InfoPage } from '#lib/content/pages.ts'
import { formatDay } from '#lib/site/taipei-time.ts'

import styles from './info-view.module.css'

/** An information page. */
export function InfoView({ page }: { page: InfoPage }) {
  return (
    <article className="page">
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
      <div className={styles.body}>
        <div className="prose" dangerouslySetInnerHTML={{ __html: page.html }} />
        {page.updated === undefined ? null : (
          <p className={styles.updated}>最後更新：{formatDay(page.updated)}</p>
        )}
      </div>
    </article>
  )
}
