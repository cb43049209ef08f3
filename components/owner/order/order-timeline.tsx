import styles from '#components/owner/owner.module.css'
import type { Order } from '#lib/order/order.ts'
import { timelineEntry } from '#lib/order/timeline.ts'

/** Timeline of an order in words. */
export function OrderTimeline({ history, payment }: Pick<Order, 'history' | 'payment'>) {
  const lines = history.map((event) => timelineEntry(event, payment))
  return (
    <section className={styles.section}>
      <h2>經過</h2>
      <ol className={styles.timeline}>
        {lines.map(({ at, time: when, who, what, why }, index) => (
          <li key={`${at} ${index}`}>
            <p className={styles.soft}>
              <time dateTime={at}>{when}</time>・<span className={styles.whole}>{who}</span>
            </p>
            <p>
              {what}
              {why === '' ? '' : `：${why}`}
            </p>
          </li>
        ))}
      </ol>
    </section>
  )
}
