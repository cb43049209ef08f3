import { PageHead } from '#components/site/page-head.tsx'
import type { FaqPage, Written } from '#lib/info/info-page.ts'

import styles from './info-view.module.css'

/** Questions under their headings; each opens in place, without script. */
export function FaqView({ faq }: { faq: Written<FaqPage> }) {
  return (
    <div className="page">
      <PageHead title={faq.title} text={faq.description} />
      <div className={styles.groups}>
        {faq.groups.map(({ title, items }) => (
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
        <div className="prose" dangerouslySetInnerHTML={{ __html: faq.html }} />
      </div>
    </div>
  )
}
