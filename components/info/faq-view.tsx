import { PageHead } from '#components/site/page-head.tsx'
import type { InfoPage, QuestionGroup } from '#lib/content/pages.ts'

import styles from './info-view.module.css'

/** An information page of questions under their headings; each opens in place, without script. */
export function FaqView({ page, groups }: { page: InfoPage; groups: readonly QuestionGroup[] }) {
  return (
    <div className="page">
      <PageHead title={page.title} text={page.description} />
      <div className={styles.groups}>
        {groups.map(({ title, items }) => (
          <section key={title} className={styles.group}>
            <h2>{title}</h2>
            <div>
              {items.map(({ question, answer }) => (
                <details key={question} className={styles.question}>
                  <summary>{question}</summary>
                  <div
                    className={`prose ${styles.answer}`}
                    dangerouslySetInnerHTML={{ __html: answer }}
                  />
                </details>
              ))}
            </div>
          </section>
        ))}
        <div className="prose" dangerouslySetInnerHTML={{ __html: page.html }} />
      </div>
    </div>
  )
}
