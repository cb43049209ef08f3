import styles from '#components/owner/owner.module.css'
import { Link } from '#components/ui/link.tsx'
import type { MonthEndStep } from '#lib/owner/month-end.ts'

/** What to do about the month that is over, in its order, with what is left of it. */
export function MonthEndList({ month, steps }: { month: string; steps: readonly MonthEndStep[] }) {
  const [year, number] = month.split('-').map(Number)
  return (
    <section className={styles.section} id="month-end">
      <h2>
        月底清單：{year}年{number}月
      </h2>
      <ol className={styles.steps}>
        {steps.map(({ title, words, href, left }) => (
          <li key={title} data-done={left === 0 || undefined}>
            {href === undefined ? (
              <strong>{title}</strong>
            ) : (
              <Link href={href} prefetch={false}>
                {title}
              </Link>
            )}
            <span className={styles.soft}>
              　{words}
              {left === undefined ? '' : left === 0 ? '：沒有未完的' : `：還有 ${left} 件`}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
