import type { OrderListView } from './order-views.ts'
import type { Today } from './read-today.ts'

/** The owner's first task: its words and its page. */
export type FirstTask = { readonly words: string; readonly view: OrderListView }

type TaskCounts = Pick<Today, 'disputes' | 'reviews' | 'cancels' | 'returns' | 'toShip'>

const TASKS: readonly {
  readonly count: (today: TaskCounts) => number
  readonly words: (count: number) => string
  readonly view: OrderListView
}[] = [
  {
    count: ({ disputes }) => disputes,
    words: (count) => `回覆 ${count} 件爭議，過期就算買家勝訴`,
    view: 'attention',
  },
  {
    count: ({ reviews }) => reviews,
    words: (count) => `核對 ${count} 筆款項`,
    view: 'attention',
  },
  {
    count: ({ cancels }) => cancels,
    words: (count) => `退款 ${count} 筆申請取消的訂單`,
    view: 'attention',
  },
  {
    count: ({ returns }) => returns,
    words: (count) => `處理 ${count} 件退換貨，收到商品後 7 個工作天內要退款`,
    view: 'attention',
  },
  { count: ({ toShip }) => toShip, words: (count) => `出 ${count} 筆貨`, view: 'to-ship' },
]

/** The first task: disputes, then reviews, returns and parcels; undefined when all is done. */
export function firstTask(today: TaskCounts): FirstTask | undefined {
  const task = TASKS.find(({ count }) => count(today) > 0)
  return task && { words: task.words(task.count(today)), view: task.view }
}
