import { PageHead } from '#components/ui/page-head.tsx'
import type { InfoPage, QuestionGroup } from '#lib/content/pages.ts'
import styles from './info-view.module.css'
import { TableOfContents } from './table-of-contents.tsx'

/** An information page of questions under their headings; each opens in place, without script. */
export function FaqView({ page, groups }: { page: InfoPage; groups: readonly QuestionGroup[] }) {
  const sections = groups.map(({ title }, index) => ({ id: `part-${index + 1}`, title, level: 2 }))
  return (
    <div className="page">
      <PageHead title={page.title} text={page.description} />
      <div className={styles.reading}>
        <TableOfContents sections={sections} />
        <div className={styles.groups}>
          {groups.map(({ title, items }, index) => (
            <section key={title} className={styles.group}>
              <h2 id={sections[index]?.id}>{title}</h2>
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
    </div>
  )
}
