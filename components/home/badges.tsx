import { Flowing } from '#components/ui/flowing.tsx'
import { Link } from '#components/ui/link.tsx'
import type { HomePage } from '#lib/content/pages.ts'
import { noBreak } from '#lib/text/no-break.ts'
import styles from './badges.module.css'

/** The three promises in a line above the footer. */
export function Badges({ badges }: Pick<HomePage, 'badges'>) {
  return (
    <section>
      <h2 className="visually-hidden">購物保證</h2>
      <ul className={`plain-list page ${styles.badges}`}>
        {badges.map(({ title, text, href }) => (
          <li key={title}>
            <h3 className={styles.title}>
              <Link href={href}>{noBreak(title)}</Link>
            </h3>
            <p className={styles.text}>
              <Flowing text={text} />
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
