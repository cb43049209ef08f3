import { Panel } from '#components/owner/form/panel.tsx'
import styles from '#components/owner/owner.module.css'
import type { OrderEvent } from '#lib/order/events.ts'
import type { Order } from '#lib/order/order.ts'
import { isRoutine } from '#lib/order/timeline.ts'
import { timelineEntry } from '#lib/order/timeline.ts'

function Entries({ events, payment }: { events: readonly OrderEvent[] } & Pick<Order, 'payment'>) {
  const lines = events.map((event) => timelineEntry(event, payment))
  return (
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
  )
}

/** What became of an order, as text; the steps between the shop and its providers are folded. */
export function OrderTimeline({ history, payment }: Pick<Order, 'history' | 'payment'>) {
  const routine = history.filter(isRoutine)
  return (
    <section className={styles.section}>
      <h2>處理紀錄</h2>
      <Entries events={history.filter((event) => !isRoutine(event))} payment={payment} />
      {routine.length === 0 ? null : (
        <Panel title={`系統紀錄（${routine.length} 筆）`} isLazy>
          <Entries events={routine} payment={payment} />
        </Panel>
      )}
    </section>
  )
}
