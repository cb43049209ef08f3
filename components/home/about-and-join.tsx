import { ButtonLink } from '#components/ui/button.tsx'
import { Flowing } from '#components/ui/flowing.tsx'
import type { HomePage } from '#lib/content/pages.ts'
import styles from './about-and-join.module.css'

/** Who is behind the shop, and how to draw for it. */
export function AboutAndJoin({ about, join }: Pick<HomePage, 'about' | 'join'>) {
  return (
    <div className={styles.ground}>
      <div className={`page ${styles.columns}`}>
        {[about, join].map(({ title, text, action }) => (
          <section key={title} className={styles.words}>
            <h2>{title}</h2>
            <p>
              <Flowing text={text} />
            </p>
            <ButtonLink href={action.href}>{action.label}</ButtonLink>
          </section>
        ))}
      </div>
    </div>
  )
}
