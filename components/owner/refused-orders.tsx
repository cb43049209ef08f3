import type { RefusedOrder } from '#lib/owner/ship-orders.ts'

import { failureText } from './messages.ts'
import type { OwnerAnswer } from './owner-form.tsx'
import styles from './owner.module.css'

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
      {refused.map((one) => (
        <li key={one.orderNumber}>
          {one.orderNumber}：{textOf(one)}
        </li>
      ))}
    </ul>
  )
}

/** Why an action failed, or why it refused the first order of a list; undefined where all is done. */
export function refusalText(answer: OwnerAnswer, provider?: string): string | undefined {
  if (!answer.ok) return failureText(answer, provider)
  const [first] = answer.data?.refused ?? []
  if (!first) return undefined
  return `${failureText(first, provider)}（${first.orderNumber}）`
}
