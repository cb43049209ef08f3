import 'server-only'

import type { ReservedProduct } from '#lib/inventory/reserved-products.ts'
import type { MovementSums } from '#lib/ledger/entries.ts'
import { isToShip } from '#lib/order/shipping-date.ts'
import { isWaiting } from '#lib/order/shipping-date.ts'
import { exchangeToSend } from '#lib/parcel/order-parcel.ts'
import type { DayQuestion } from '#lib/product/day-questions.ts'
import { OWNER_PATHS } from '#lib/routes/owner-paths.ts'
import { formatDay } from '#lib/time/taipei-time.ts'
import { ownerListPath } from './order-views.ts'
import type { ProductToMake } from './products-to-make.ts'
import type { InvoiceDay } from './read-invoice-day.ts'
import type { ParcelDay } from './read-parcels.ts'
import type { RecalculationState } from './recalculation-store.ts'

/** The owner's first task: its words and its page. */
export type FirstTask = { readonly words: string; readonly href: string }

/** All that may wait for the owner on the start page, as counts. */
export type TaskCounts = Pick<
  Today,
  'disputes' | 'reviews' | 'refundsDue' | 'cancels' | 'returns' | 'toShip' | 'dataRequests'
> & {
  /** Invoices with an alarm, and warnings about invoice numbers. */
  readonly invoices: number
  /** Parcels with an alarm. */
  readonly parcels: number
  /** Parcels that are booked and wait to be handed over. */
  readonly booked: number
  /** The first day (YYYY-MM-DD) by which one of those must be handed over. */
  readonly dropOffBy?: string | undefined
  /** Days of pre-orders that have passed, and those that are near. */
  readonly daysOver: number
  readonly daysNear: number
  /** Whether one that has passed is a shipping day, which pauses its sale; the others don't. */
  readonly isSalePaused?: boolean
  /** Letters from people who want to create. */
  readonly applications: number
  /** Halves that wait to be shown. */
  readonly halves: number
}

type Task = {
  readonly count: (waiting: TaskCounts) => number
  readonly words: (count: number, waiting: TaskCounts) => string
  readonly href: string
}

const ATTENTION = ownerListPath({ view: 'attention' })

// What costs money or breaks a term of the law comes first.
const TASKS: readonly Task[] = [
  {
    count: ({ disputes }) => disputes,
    words: (count) => `回覆 ${count} 件爭議，逾期視為買家勝訴`,
    href: ATTENTION,
  },
  { count: ({ reviews }) => reviews, words: (count) => `核對 ${count} 筆款項`, href: ATTENTION },
  {
    count: ({ refundsDue }) => refundsDue,
    words: (count) => `人工退還 ${count} 筆訂單的款項，並填寫日期`,
    href: ATTENTION,
  },
  {
    count: ({ cancels }) => cancels,
    words: (count) => `退款 ${count} 筆申請取消的訂單`,
    href: ATTENTION,
  },
  {
    count: ({ invoices }) => invoices,
    words: (count) => `處理 ${count} 件電子發票的提醒，發票要在收款時開立`,
    href: `${OWNER_PATHS.today}#invoices`,
  },
  {
    count: ({ dataRequests }) => dataRequests,
    words: (count) => `答覆 ${count} 件資料請求，法定期限是 15 天`,
    href: OWNER_PATHS.books,
  },
  {
    count: ({ parcels }) => parcels,
    words: (count) => `處理 ${count} 個異常的包裹，再按「已處理」`,
    href: OWNER_PATHS.parcels,
  },
  {
    count: ({ returns }) => returns,
    words: (count) => `處理 ${count} 件退換貨，收到商品後 7 個工作天內要退款`,
    href: ATTENTION,
  },
  {
    count: ({ daysOver }) => daysOver,
    words: (count, { isSalePaused = false }) =>
      `回答 ${count} 個已過的日期${isSalePaused ? '，回答前暫停販售' : ''}`,
    href: `${OWNER_PATHS.today}#days`,
  },
  {
    count: ({ booked }) => booked,
    words: (count, { dropOffBy }) =>
      `交寄 ${count} 個包裹${dropOffBy === undefined ? '' : `，最早要在 ${formatDay(dropOffBy)}前`}`,
    href: OWNER_PATHS.parcels,
  },
  {
    // What is booked waits for its hand-over alone.
    count: ({ toShip, booked }) => toShip - booked,
    words: (count) => `出 ${count} 筆貨`,
    href: ownerListPath({ view: 'to-ship' }),
  },
  {
    count: ({ daysNear }) => daysNear,
    words: (count) => `回答 ${count} 個快到的日期`,
    href: `${OWNER_PATHS.today}#days`,
  },
  {
    count: ({ applications }) => applications,
    words: (count) => `查看 ${count} 封共創來信，回覆後刪除`,
    href: OWNER_PATHS.join,
  },
  {
    count: ({ halves }) => halves,
    words: (count) => `看 ${count} 張別人畫的另一半，決定要不要顯示`,
    href: OWNER_PATHS.halves,
  },
]

/** The first task: money and terms of the law, then parcels and days, or undefined when nothing waits. */
export function firstTask(waiting: TaskCounts): FirstTask | undefined {
  const task = TASKS.find(({ count }) => count(waiting) > 0)
  return task && { words: task.words(task.count(waiting), waiting), href: task.href }
}

/** What waits for the owner, of all that the start page has read. */
export function waitingTasks(
  today: Omit<
    TaskCounts,
    | 'invoices'
    | 'parcels'
    | 'booked'
    | 'daysOver'
    | 'daysNear'
    | 'isSalePaused'
    | 'applications'
    | 'halves'
  >,
  {
    invoices,
    parcels,
    questions,
    applications,
    halves,
  }: {
    readonly invoices: InvoiceDay | undefined
    readonly parcels: ParcelDay | undefined
    readonly questions: readonly DayQuestion[]
    readonly applications: number
    readonly halves: number
  },
): TaskCounts {
  const over = questions.filter(({ isOver }) => isOver)
  const booked = parcels?.booked ?? []
  const exchanges = booked.filter(({ order }) => exchangeToSend(order) !== undefined).length
  return {
    ...today,
    // An order whose exchange is booked is not among those to ship.
    toShip: today.toShip + exchanges,
    invoices: (invoices?.alarms.length ?? 0) + (invoices?.numbers?.notices.length ?? 0),
    parcels: parcels?.alarms.length ?? 0,
    booked: booked.length,
    dropOffBy: booked[0]?.dropOffBy,
    daysOver: over.length,
    daysNear: questions.length - over.length,
    isSalePaused: over.some(({ about, isOffSale }) => about === 'shipping' && !isOffSale),
    applications,
    halves,
  }
}

/** How many orders wait to be shipped, without those whose parcel is booked, and how many of those wait to be handed over. */
export function shippingCounts(
  { toShip }: Pick<Today, 'toShip'>,
  parcels: ParcelDay | undefined,
): { readonly toShip: number; readonly booked: number } {
  const booked = parcels?.booked ?? []
  // Of those that the count of what can be shipped knows.
  const own = booked.filter(
    ({ order }) => exchangeToSend(order) === undefined && isToShip(order) && !isWaiting(order),
  ).length
  return { toShip: Math.max(0, toShip - own), booked: booked.length }
}

/** Today's work for the owner, and the revenue. */
export type Today = {
  readonly toShip: number
  readonly waiting: number
  readonly reviews: number
  readonly disputes: number
  readonly returns: number
  /** Accepted returns whose goods are on their way back. */
  readonly coming: number
  /** Buyers who asked to cancel a paid order. */
  readonly cancels: number
  /** Orders to which a refund by hand is owed. */
  readonly refundsDue: number
  readonly unpaid: number
  readonly dataRequests: number
  readonly day: MovementSums
  readonly yesterday: MovementSums
  /** Seven days, today included. */
  readonly week: MovementSums
  readonly month: MovementSums
  readonly toMake: readonly ProductToMake[]
  readonly held: readonly ReservedProduct[]
  /** What the daily comparison with the orders put right within the last days. */
  readonly foundCounts: RecalculationState['found']
  /** Whether buyers are reminded of unpaid orders. */
  readonly hasReminders: boolean
}
