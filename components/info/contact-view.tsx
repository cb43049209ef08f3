import { PageHead } from '#components/ui/page-head.tsx'
import { CONTACT_EMAIL } from '#lib/company/purchase-terms.ts'
import { COMPANY, sellerFacts, SUPPORT_HOURS, TRADE } from '#lib/company/trade.ts'
import type { ContactPage, RenderedPage } from '#lib/content/pages.ts'
import styles from './info-view.module.css'

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
