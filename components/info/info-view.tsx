import { PageHead } from '#components/ui/page-head.tsx'
import { Picture } from '#components/ui/picture.tsx'
import type { InfoPage, QuestionGroup, ContactPage, RenderedPage } from '#lib/content/pages.ts'
import { formatDay } from '#lib/time/taipei-time.ts'
import { withSections } from '#lib/content/sections.ts'
import styles from './info-view.module.css'
import { TableOfContents } from './table-of-contents.tsx'
import { CONTACT_EMAIL } from '#lib/company/purchase-terms.ts'
import { COMPANY, sellerFacts, SUPPORT_HOURS, TRADE } from '#lib/company/trade.ts'

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

/** Contact page: e-mail address, hours, and what to include for each matter. */
export function ContactView({ page }: { page: RenderedPage<ContactPage> }) {
  return (
    <div className="page">
      <PageHead title={page.title} text={page.description} />
      <div className={styles.contact}>
        <div>
          <p className={styles.mail}>
            <a href={`mailto:${CONTACT_EMAIL}`}>{CONTACT_EMAIL}</a>
          </p>
          <dl className={styles.facts}>
            <div>
              <dt>賣方</dt>
              <dd>{COMPANY}</dd>
            </div>
            {sellerFacts().map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
            <div>
              <dt>客服時間</dt>
              <dd>
                {SUPPORT_HOURS}
                {TRADE.hours_note === '' ? null : (
                  <>
                    <br />
                    {TRADE.hours_note}
                  </>
                )}
              </dd>
            </div>
            {page.social.map(({ name, href }) => (
              <div key={href}>
                <dt>{name}</dt>
                <dd>
                  <a href={href} rel="me noopener">
                    {href.replace(/^https:\/\/(www\.)?/, '')}
                  </a>
                </dd>
              </div>
            ))}
          </dl>
        </div>
        <div>
          <div className="prose" dangerouslySetInnerHTML={{ __html: page.html }} />
          <div className={styles.topics}>
            {page.topics.map(({ title, text }) => (
              <section key={title}>
                <h2>{title}</h2>
                <p>{text}</p>
              </section>
            ))}
          </div>
        </div>
      </div>
    </div>
  )
}
