import styles from '#components/owner/owner.module.css'
import { Link } from '#components/ui/link.tsx'
import { isOpening, type OpeningStep } from '#lib/owner/opening-steps.ts'

/** The first hour as a list, until all that a shop can't open without is done. */
export function OpeningList({ steps }: { steps: readonly OpeningStep[] }) {
  if (!isOpening(steps)) return null
  return (
    <section className={styles.section}>
      <h2>開店前</h2>
      <ol className={styles.steps}>
        {steps.map(({ title, words, href, isDone, isOptional }) => (
          <li key={title} data-done={isDone || undefined}>
            {href === undefined || isDone ? (
              <strong>{title}</strong>
            ) : (
              <Link href={href} prefetch={false}>
                {title}
              </Link>
            )}
            <span className={styles.soft}>
              {isDone ? '　已完成' : `　${isOptional ? '可略過。' : ''}${words}`}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
