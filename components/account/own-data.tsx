import type { ReactNode } from 'react'

import { PrintButton } from '#components/order/print-button.tsx'
import { FactList } from '#components/ui/facts.tsx'
import type { CopySection } from '#lib/owner/copy-sections.ts'
import styles from './own-data.module.css'

/** All that the shop keeps about a member, to be read and printed; `children` save it as a file. */
export function OwnData({
  title,
  head,
  sections,
  children,
}: {
  title: string
  head: readonly string[]
  sections: readonly CopySection[]
  children: ReactNode
}) {
  return (
    <article className={styles.page}>
      <h2>{title}</h2>
      {head.map((line) => (
        <p key={line}>{line}</p>
      ))}
      <div className={styles.buttons}>
        <PrintButton label="列印" />
        {children}
      </div>
      {sections.map((section) => (
        <section key={section.title} className={styles.section}>
          <h3>{section.title}</h3>
          {section.entries.map(({ title: name, facts }, index) => (
            // Entries have no id of their own, and never move.
            // oxlint-disable-next-line react/no-array-index-key
            <div key={index} className={styles.entry}>
              {name === '' ? null : <h4>{name}</h4>}
              <FactList facts={facts} className={styles.facts} />
            </div>
          ))}
        </section>
      ))}
    </article>
  )
}
