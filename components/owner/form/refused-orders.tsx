'use client'

import styles from '#components/owner/owner.module.css'
import type { RefusedOrder } from '#lib/owner/change-orders.ts'

/** The orders of a list that were not changed, each with the reason. */
export function RefusedOrders<Code extends string>({
  refused,
  textOf,
}: {
  refused: readonly RefusedOrder<Code>[]
  textOf: (refusal: RefusedOrder<Code>) => string
}) {
  if (refused.length === 0) return null
  return (
    <ul className={styles.plain}>
      {refused.map((refusedOrder) => (
        <li key={refusedOrder.orderNumber}>
          {refusedOrder.orderNumber}：{textOf(refusedOrder)}
        </li>
      ))}
    </ul>
  )
}
